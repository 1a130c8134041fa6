import { didYouMean } from './did-you-mean.ts';

/** Every member that an object of that kind may have: the compiler holds the list to the type. */
export type NamesOf<T> = { readonly [name in keyof T]-?: true };

/**
 * What is wrong with the names of what somebody gave; `undefined`: each of them is known. A program in plain JavaScript
 * learns of a slip that way. What is `undefined` counts as left out.
 *
 * @param owner what the members belong to; options of a function unless given
 */
export function strangerIn(given: object, names: object, owner = ''): string | undefined {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(names, name) && (given as Readonly<Record<string, unknown>>)[name] !== undefined) {
      return strangerWords(name, Object.keys(names), owner);
    }
  }
  return undefined;
}

function strangerWords(name: string, known: readonly string[], owner: string): string {
  const what = owner === '' ? `There is no option ${name}.` : `${owner} has no member ${name}.`;
  return `${what}${didYouMean(name, known) || ` There is ${known.join(', ')}.`}`;
}
