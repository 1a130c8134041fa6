import { type Command, Option } from 'commander';
import type { Severity } from '../../lifecycle/finding.ts';
import { defaultStateFile } from '../../store/state-file.ts';
import { readHeaders } from '../delegate/headers.ts';
import { readTarget } from '../delegate/target.ts';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckRequest } from './request.ts';

interface Options {
  readonly profile?: string;
  readonly task?: string;
  readonly keys?: string;
  readonly diff?: string;
  readonly trust?: string | true;
  readonly format: CheckFormat;
  readonly json?: true;
  readonly failOn: Severity;
  readonly header?: readonly string[];
  readonly bearer?: string;
  readonly headerOrigin?: readonly string[];
  readonly offline?: true;
  readonly allowPrivate?: true;
}

const MORE = `Nothing is created at the agent. Without a profile the client is taken to speak what Probity speaks,
and to hold whatever credentials the card asks for; without a task class, to ask nothing special.

Exit codes:
  0  it can be carried through, if need be without something (accept, degrade)
  1  it can't (refuse), there are findings at or above --fail-on, or what is there is no card
  2  the command line, the profile or the task class makes no sense
  3  it can't be decided (defer), or no card can be had`;

/** Adds `probity check`. */
export function addCheck(program: Command, run: (request: CheckRequest) => Promise<void>): void {
  const command = program
    .command('check')
    .summary('read a card, and tell whether a task can be carried through on it')
    .description(
      "Checks an agent's card, and decides before a task exists whether a client like yours can carry a task like yours " +
        'through on that agent: how it would, what it would have to do without, or why not.',
    )
    .argument('<card>', 'URL of the agent or of its card, a file, or - for stdin')
    .option('-p, --profile <file>', 'what your client can do (JSON or YAML)')
    .option('-t, --task <file>', 'what this kind of task needs (JSON or YAML)')
    .option('--keys <file>', 'keys that may sign cards, by the origin of the agent (JSON or YAML)')
    .option('--diff <file>', 'an earlier state of the card, to compare with')
    .option('--trust [file]', 'go by what is remembered of the agent: in that file, or where probity delegate keeps it')
    .addOption(new Option('-f, --format <format>', 'of the report').choices(CHECK_FORMATS).default('text'))
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--fail-on <severity>', 'findings from here on make the exit code 1')
        .choices(['error', 'warning', 'note'])
        .default('error'),
    )
    .option('-H, --header <header>', "a header for each request, 'Name: value'; may be repeated", gather)
    .option('--bearer <token>', 'a bearer token, or env:NAME for the one in that variable')
    .option('--header-origin <url>', 'another origin that may get the headers; may be repeated', gather)
    .option('--offline', 'fetch nothing but the card itself')
    .option('--allow-private', 'let the card and its interfaces be on a private network')
    .action((target: string, options: Options) => run(request(target, options)));
  addExamples(
    command,
    [
      ['probity check https://agent.example', 'an agent, for a client and a task about which nothing is said'],
      ['probity check agent-card.json --task invoice.yaml --profile client.yaml', 'a file, for a kind of task'],
      ['probity check agent-card.json --format sarif --fail-on warning > card.sarif', 'in CI'],
      ['probity check https://agent.example --diff known-card.json', 'what has changed'],
      ['probity check https://agent.example --trust', 'with what it was seen to keep and to break'],
    ],
    MORE,
  );
}

function request(target: string, options: Options): CheckRequest {
  if (options.json === true && options.format === 'sarif')
    throw new UsageError('Give one of --json and --format sarif.');
  return {
    target: /^https?:/i.test(target) ? readTarget(target) : target,
    profileFile: options.profile,
    taskFile: options.task,
    keysFile: options.keys,
    beforeFile: options.diff,
    trustFile: options.trust === true ? defaultStateFile() : options.trust,
    format: options.json === true ? 'json' : options.format,
    failOn: options.failOn,
    headers: readHeaders(options.header ?? [], options.bearer, process.env),
    headerOrigins: options.headerOrigin ?? [],
    offline: options.offline === true,
    allowPrivate: options.allowPrivate === true,
  };
}

function gather(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
