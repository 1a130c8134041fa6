import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatDuration, parseDuration } from '../duration.ts';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import { readHeaders } from './headers.ts';
import type { DelegateRequest, WorkSource } from './request.ts';
import { readTarget } from './target.ts';

interface Options {
  readonly text?: string;
  readonly data?: string;
  readonly accept?: readonly string[];
  readonly cancelAfter?: number;
  readonly header?: readonly string[];
  readonly bearer?: string;
  readonly headerOrigin?: readonly string[];
  readonly timeout?: number;
  readonly follow?: string;
  readonly profile?: string;
  readonly task?: string;
  readonly skill?: string;
  readonly answer?: readonly string[];
  readonly trust?: string | false;
  readonly detach?: true;
  readonly watchAfter?: number;
  readonly record?: string;
  readonly json?: true;
  readonly events?: true;
  readonly verbose?: true;
}

const EXIT_CODES = `Exit codes:
  0  verified success
  1  any other outcome
  2  the command line makes no sense
  3  the agent can't be reached, or it can't be known what became of the work
  70  a fault of Probity's own
  130, 143  interrupted: the task was cancelled, and the outcome tells whether it stopped`;

/** Adds `probity delegate`. */
export function addDelegate(program: Command, run: (request: DelegateRequest) => Promise<void>): void {
  const command = program
    .command('delegate')
    .summary('give an agent one piece of work, and verify what becomes of it')
    .description(
      'Gives the agent one piece of work, watches the task, and believes its end only when it is verified. ' +
        'The outcome goes to stdout, progress to stderr if that is a terminal.',
    )
    .argument('<agent>', 'URL of the agent, or of its card')
    .argument('[input]', '- reads the text from stdin')
    .option('-t, --text <text>', 'the text to send')
    .option('-d, --data <file>', 'send the JSON in this file as a data part (- for stdin)')
    .option('-a, --accept <type>', 'a media type wanted as a result; may be repeated', gatherTypes)
    .option('--skill <id>', 'the skill that is asked for')
    .option('--profile <file>', 'what this client can do: JSON or YAML')
    .option('--task <file>', 'what this kind of task needs: JSON or YAML')
    .option('--answer <text>', 'answers the task when it asks; may be repeated, one for each question', gather)
    .option('--follow <task-id>', 'send nothing: take up the task with this id, and verify what becomes of it')
    .option('--cancel-after <time>', 'cancel so long after the task has begun, and verify that it stops', parseDuration)
    .option('-H, --header <header>', "a header for each request, 'Name: value'; may be repeated", gather)
    .option('--bearer <token>', 'a bearer token, or env:NAME for the one in that variable')
    .option('--header-origin <url>', 'another origin that may get the headers; may be repeated', gatherOrigins)
    .addOption(
      new Option(
        '--timeout <time>',
        'cancel when this time is over, and verify that, which takes 10s to 2m; 10m, or what the task file says',
      ).argParser(positiveDuration),
    )
    .option('--detach', 'leave the task to itself instead of cancelling it, at a timeout and at Ctrl-C')
    .option(
      '--watch-after <time>',
      'look after the settled task for so long: does the agent keep to its end?',
      parseDuration,
    )
    .option('--trust <file>', 'the file that trust is kept in; by default one in the state folder of the user')
    .option('--no-trust', 'remember nothing of the agent, and go by nothing that is remembered')
    .option('--record <file>', 'write all that was seen to a file that probity judge reads')
    .option('--json', 'write the outcome as one JSON object')
    .option('--events', 'write each event as a line of JSON first; implies --json')
    .option('-v, --verbose', 'tell what happens even where stderr is no terminal')
    .action((agent: string, input: string | undefined, options: Options) => run(request(agent, input, options)));
  addExamples(
    command,
    [
      ["probity delegate https://agent.example --text 'Summarise our last quarter'", 'text'],
      ['git diff | probity delegate https://agent.example -', 'text from stdin'],
      ['probity delegate https://agent.example --data order.json --accept application/json', 'data, and data back'],
      ['probity delegate https://agent.example --bearer env:AGENT_TOKEN --text hello --json', 'for a script'],
      ["probity delegate http://localhost:9001 --text 'slow 8' --cancel-after 2s", 'does a cancel hold?'],
      ["probity delegate http://localhost:9001 --text 'clarify' --answer tomorrow", 'answer its question'],
      ['probity delegate https://agent.example --follow 4f1c --cancel-after 0s', 'cancel a task that was left'],
    ],
    EXIT_CODES,
  );
}

function request(agent: string, input: string | undefined, options: Options): DelegateRequest {
  return {
    target: readTarget(agent),
    work: options.follow === undefined ? source(input, options) : nothing(input, options),
    follow: options.follow,
    profileFile: options.profile,
    taskFile: options.task,
    skill: options.skill,
    answers: options.answer ?? [],
    trust: trustOf(options.trust),
    detach: options.detach === true,
    watchAfterMs: options.watchAfter ?? 0,
    accept: options.accept ?? [],
    headers: readHeaders(options.header ?? [], options.bearer, process.env),
    headerOrigins: options.headerOrigin ?? [],
    timeoutMs: options.timeout,
    cancelAfterMs: options.cancelAfter,
    record: options.record,
    json: options.json === true || options.events === true,
    events: options.events === true,
    verbose: options.verbose === true,
  };
}

function trustOf(given: Options['trust']): DelegateRequest['trust'] {
  if (given === undefined) return 'default';
  return given === false ? 'none' : { file: given };
}

function nothing(input: string | undefined, { text, data }: Options): undefined {
  if ([input, text, data].every((each) => each === undefined)) return undefined;
  throw new UsageError(
    'With --follow nothing is sent: leave out --text, --data and -. To answer its question: --answer.',
  );
}

function source(input: string | undefined, { text, data }: Options): WorkSource {
  const given = [input, text, data].filter((each) => each !== undefined);
  if (given.length === 0) throw new UsageError('Say what to delegate: --text, --data, or - for text from stdin.');
  if (given.length > 1) throw new UsageError('Give one of --text, --data and -, not several.');
  if (data !== undefined) return { kind: 'data', file: data };
  if (input !== undefined && input !== '-') {
    throw new UsageError(`What to do with “${input}”? Text is given with --text, or with - from stdin.`);
  }
  return input === '-' || text === '-' ? { kind: 'text-from-stdin' } : { kind: 'text', text: text ?? '' };
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function gatherTypes(value: string, before: readonly string[] = []): readonly string[] {
  if (!/^[^\s/;]+\/[^\s/;]+(\s*;.*)?$/.test(value)) {
    throw new InvalidArgumentError('It is no media type. One looks like text/plain or application/json.');
  }
  return [...before, value];
}

function gatherOrigins(value: string, before: readonly string[] = []): readonly string[] {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new InvalidArgumentError('It is no origin. One looks like https://api.example.');
  }
  return [...before, value];
}

function positiveDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms < 1) throw new InvalidArgumentError(`${formatDuration(ms)} is no time to work in.`);
  return ms;
}
