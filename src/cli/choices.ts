import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from '../options/did-you-mean.ts';

/** A value that is none of those that there are, and which of them was probably meant. */
export function noChoice(value: string, choices: readonly string[]): InvalidArgumentError {
  return new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.${didYouMean(value, choices)}`);
}

/** Makes all options and arguments of a command that take one of several values say which one was probably meant. */
export function hintAtChoices(command: Command): void {
  for (const each of [...command.options, ...command.registeredArguments]) {
    const { argChoices } = each;
    if (argChoices !== undefined) hintAt(each, argChoices);
  }
}

function hintAt(each: Option | Argument, choices: readonly string[]): void {
  const parse = (each as { parseArg?: (value: string, before: unknown) => unknown }).parseArg;
  each.argParser((value: string, before: unknown) => {
    try {
      return parse === undefined ? value : parse.call(each, value, before);
    } catch (error) {
      throw error instanceof InvalidArgumentError ? noChoice(value, choices) : error;
    }
  });
}
