import type { CompletedCommand, CompletedOption } from './vocabulary.ts';

/** A script for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, says, options, words }) => [
    `complete -c probity -n __fish_use_subcommand -f -a ${name} -d ${quote(says)}`,
    ...(words.length === 0 ? [] : [`complete -c probity -n ${within(name)} -f -a ${quote(words.join(' '))}`]),
    ...options.map((option) => `complete -c probity -n ${within(name)} ${optionWords(option)}`),
  ]);
  return `# probity completion for fish\n${lines.join('\n')}\n`;
}

function within(name: string): string {
  return `'__fish_seen_subcommand_from ${name}'`;
}

function optionWords({ flags, values, says }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values === undefined ? '' : values.length === 0 ? ' -r' : ` -x -a ${quote(values.join(' '))}`;
  return `${names.join(' ')}${value} -d ${quote(says)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
