/** What is wrong with a value: where in it, and what was expected there. */
export interface Fault {
  readonly path: string;
  readonly expected: string;
}

/** Looks a value over. `undefined`: it is what it has to be. */
export type Check = (value: unknown, path: string) => Fault | undefined;

function checkOf(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? undefined : { path, expected });
}

export const text: Check = checkOf('a text', (value) => typeof value === 'string');
export const number: Check = checkOf('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const flag: Check = checkOf('true or false', (value) => typeof value === 'boolean');
export const anything: Check = () => undefined;

export function oneOf(...choices: readonly unknown[]): Check {
  return checkOf(`one of ${choices.join(', ')}`, (value) => choices.includes(value));
}

export function either(a: Check, b: Check): Check {
  return (value, path) => (a(value, path) === undefined ? undefined : b(value, path));
}

export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

export function list(each: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return { path, expected: 'a list' };
    return first(value.map((entry, index) => each(entry, `${path}[${index}]`)));
  };
}

/** An object whose named members are as they have to be. Others may be there. */
export function object(members: Readonly<Record<string, Check>> = {}): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path, expected: 'an object' };
    const given = value as Readonly<Record<string, unknown>>;
    const prefix = path === '' ? '' : `${path}.`;
    return first(Object.entries(members).map(([name, check]) => check(given[name], `${prefix}${name}`)));
  };
}

function first(faults: readonly (Fault | undefined)[]): Fault | undefined {
  return faults.find((fault) => fault !== undefined);
}
