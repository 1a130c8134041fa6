import type { Command } from 'commander';

/** A command line that does something useful, and what that is. */
export type Example = readonly [line: string, says: string];

/** Puts examples below the help of a command. */
export function addExamples(command: Command, examples: readonly Example[], more = ''): Command {
  const lines = examples.flatMap(([line, says]) => [`  # ${says}`, `  ${line}`, '']);
  return command.addHelpText('after', ['', 'Examples:', ...lines, ...(more === '' ? [] : [more])].join('\n').trimEnd());
}
