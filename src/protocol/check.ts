import { didYouMean } from '../options/did-you-mean.ts';
import { strangerIn } from '../options/given-names.ts';

/** What is wrong with a value: where in it, and what was expected there. */
export interface Fault {
  readonly path: string;
  readonly expected: string;
  /** What was probably meant, to be put behind the sentence. */
  readonly hint?: string;
  /** A name that is none, in a sentence of its own. */
  readonly stranger?: string;
}

/** A fault in a sentence. What stands there is not told, but for names: it may be a secret in the wrong place. */
export function faultWords({ path, expected, hint = '', stranger }: Fault): string {
  return stranger ?? `${path === '' ? 'What is given' : path} has to be ${expected}.${hint}`;
}

/** Looks a value over. `undefined`: it is what it has to be. */
export type Check = (value: unknown, path: string) => Fault | undefined;

/** A check by a predicate, and what it expects in words. */
export function checkOf(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? undefined : { path, expected });
}

export const text: Check = checkOf('a text', (value) => typeof value === 'string');
export const number: Check = checkOf('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const flag: Check = checkOf('true or false', (value) => typeof value === 'boolean');
export const anything: Check = () => undefined;

/** One of these words. Of another one it is told what was probably meant. */
export function oneOf(...choices: readonly string[]): Check {
  return (value, path) => {
    if (choices.includes(value as string)) return undefined;
    const hint = typeof value === 'string' ? didYouMean(value, choices) : '';
    return { path, expected: `one of ${choices.join(', ')}`, hint };
  };
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

/** An object that has no members but those named, or others that are `undefined`. */
export function only(members: Readonly<Record<string, Check>>): Check {
  const named = object(members);
  return (value, path) => {
    const fault = named(value, path);
    if (fault !== undefined) return fault;
    const stranger = strangerIn(value as object, members, path);
    return stranger === undefined ? undefined : { path, expected: 'known', stranger };
  };
}

/** An object of any members, whose names and values are each as they have to be. */
export function each(name: Check, member: Check): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path, expected: 'an object' };
    return first(
      Object.entries(value).map(([key, one]) => name(key, `${path}.${key}`) ?? member(one, `${path}.${key}`)),
    );
  };
}

function first(faults: readonly (Fault | undefined)[]): Fault | undefined {
  return faults.find((fault) => fault !== undefined);
}
