import type { Command } from 'commander';

/** An option, and what can follow it; `undefined` where it takes no value, `[]` where the value can be anything. */
export interface CompletedOption {
  readonly flags: readonly string[];
  readonly values: readonly string[] | undefined;
  readonly says: string;
}

/** A command with all that can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly says: string;
  readonly options: readonly CompletedOption[];
  /** Words that make sense as arguments. */
  readonly words: readonly string[];
}

/** What can be completed, read off the parser itself. @param names words that a command takes as arguments */
export function vocabularyOf(program: Command, names: Readonly<Record<string, readonly string[]>>): CompletedCommand[] {
  const help = {
    name: 'help',
    says: 'show the help of a command',
    options: [],
    words: program.commands.map((each) => each.name()),
  };
  const commands = program.commands.map((command): CompletedCommand => {
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    return {
      name: command.name(),
      says: command.summary(),
      options: command
        .createHelp()
        .visibleOptions(command)
        .map((option) => ({
          flags: [option.short, option.long].filter((flag) => flag != null),
          values: option.required || option.optional ? (option.argChoices ?? []) : undefined,
          says: option.description,
        })),
      words: [...choices, ...(names[command.name()] ?? [])],
    };
  });
  return [...commands, help];
}
