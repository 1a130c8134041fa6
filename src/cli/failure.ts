import { type Command, CommanderError } from 'commander';
import { EXIT } from './exit-code.ts';
import { failureJson } from './failure-json.ts';
import { invocation } from './invocation.ts';
import { wantsJson } from './json-wanted.ts';
import type { Streams } from './terminal/outlet.ts';
import { safeJson, safeLine } from './terminal/safe-text.ts';
import { ended } from './terminal/sentence.ts';
import { UsageError } from './usage-error.ts';

/** What was called when it failed. */
interface Called {
  readonly program: Command;
  readonly args: readonly string[];
}

/**
 * Tells why a command line came to nothing: on stderr for people, and where JSON was asked for, on stdout too.
 *
 * @returns the exit code
 */
export function tellFailure(error: unknown, called: Called, { out, err }: Streams): number {
  // Help and version are told already.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  const usage = error instanceof CommanderError ? parserWords(error, called) : usageWords(error);
  const fault = usage === undefined ? faultWords(error) : undefined;
  const exitCode = usage === undefined ? EXIT.fault : EXIT.usage;
  const message = usage ?? fault?.message ?? '';
  err.line(`probity: ${safeLine(usage ?? `a fault of its own. ${message}`)}`);
  if (fault !== undefined) err.line(fault.told);
  if (wantsJson(called.args)) {
    out.line(safeJson(failureJson({ code: usage === undefined ? 'fault' : 'usage', message }, { exitCode })));
  }
  return exitCode;
}

function usageWords(error: unknown): string | undefined {
  return error instanceof UsageError ? error.message : undefined;
}

function faultWords(error: unknown): { readonly message: string; readonly told: string } {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: told.split('\n')[0] ?? '', told };
}

/** The parser's words as sentences, and what helps further. */
function parserWords({ code, message }: CommanderError, { program, args }: Called): string {
  const [said = '', suggested] = message.replace(/^error: /, '').split('\n');
  const hint = suggested === undefined ? '' : ` ${suggested.replace(/^\((.*)\)$/, '$1')}`;
  const words = ended(
    said.replace(/^command-argument value '(.*?)' is invalid for argument '(.*?)'/s, "$2 '$1' is invalid"),
  );
  const command = commandIn(program, args);
  if (code === 'commander.missingArgument') return `${words}${urlForFile(command, args) || choicesFor(command, said)}`;
  if (code === 'commander.excessArguments') return `${words}${strayAgent(command, said)}`;
  if (code !== 'commander.unknownOption' || hint !== '') return `${words}${hint}`;
  const isFormat = /'(--format|-f)\b/.test(said) && command.options.some(({ long }) => long === '--json');
  if (isFormat) return `${words} Did you mean --json?`;
  return `${words} ${invocation()} ${command === program ? '' : `${command.name()} `}--help shows all.`;
}

function commandIn(program: Command, args: readonly string[]): Command {
  return program.commands.find((command) => command.name() === args[0]) ?? program;
}

function choicesFor(command: Command, said: string): string {
  const missing = command.registeredArguments.find((argument) => said.includes(`'${argument.name()}'`));
  return missing?.argChoices === undefined ? '' : ` It is one of ${missing.argChoices.join(', ')}.`;
}

/** Where agents are named by an option, people name them without. */
function strayAgent(command: Command, said: string): string {
  const isNamed = command.options.some(({ long }) => long === '--peer');
  return isNamed && /https?:/i.test(said) ? ' An agent is given by --peer name=URL.' : '';
}

/** An option that takes a file may have taken the agent that stands behind it. */
function urlForFile(command: Command, args: readonly string[]): string {
  const [taken] = args.flatMap((arg, index) => {
    const option = command.options.find(({ short, long }) => arg === short || arg === long);
    const isFile = option !== undefined && /[<[]file[>\]]/.test(option.flags);
    return isFile && /^https?:\/\//i.test(args[index + 1] ?? '') ? [arg] : [];
  });
  return taken === undefined ? '' : ` ${taken} took the URL as its file: name the agent before ${taken}.`;
}
