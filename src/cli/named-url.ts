import { InvalidArgumentError } from 'commander';

/** What is given as name=URL, in order. */
export type Named = readonly (readonly [name: string, value: string])[];

/** Takes one more name=URL of an option that may be repeated. */
export function gatherNamed(text: string, before: Named = []): Named {
  const [, name, value] = /^([A-Za-z0-9][\w.-]*)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('It takes name=URL, such as trip=https://agent.example/.');
  }
  return [...before, [name, value]];
}
