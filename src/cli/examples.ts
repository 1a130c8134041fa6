import type { Command } from 'commander';
import { wrap } from './terminal/layout.ts';

/** A command line that does something useful, and what that is. */
export type Example = readonly [line: string, says: string];

/** Puts examples below the help of a command, and prose below these. */
export function addExamples(command: Command, examples: readonly Example[], more = ''): Command {
  return command.addHelpText('after', ({ error }) => {
    const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput();
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? 80;
    // Command lines are there to be copied, so they are not broken.
    const lines = examples.flatMap(([line, says]) => [`  # ${says}`, `  ${line}`, '']);
    return ['', 'Examples:', ...lines, ...prose(more, width)].join('\n').trimEnd();
  });
}

/** Paragraphs, and lists whose lines are indented and begin with what they are about, within a width. */
function prose(text: string, width: number): readonly string[] {
  const whole = text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ');
  return whole.split('\n').flatMap((line) => {
    const [, label = '', says = ''] = /^(\s+\S+(?:, \S+)*\s+)?(.*)$/.exec(line) ?? [];
    return wrap(says, width - label.length).map(
      (part, index) => `${index === 0 ? label : ' '.repeat(label.length)}${part}`,
    );
  });
}
