import { type Command, InvalidArgumentError, Option } from 'commander';
import { noChoice } from '../choices.ts';
import { readTarget } from '../delegate/target.ts';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import type { ChosenDeviation, LabExtension, LabRequest } from './request.ts';

/** As the lab spells them; a test holds both lists together. */
export const LAB_DIALECTS = ['0.2', '0.3', '1.0'] as const;
export const LAB_BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;

interface Options {
  readonly list?: true;
  readonly port?: number;
  readonly dialect: (typeof LAB_DIALECTS)[number];
  readonly binding?: readonly (typeof LAB_BINDINGS)[number][];
  readonly stepMs: number;
  readonly seconds?: number;
  readonly set?: Readonly<Record<string, number>>;
  readonly share: number;
  readonly upstream?: string;
  readonly publicUrl?: string;
  readonly seed: number;
  readonly control?: number;
  readonly auth?: Readonly<Record<string, string>>;
  readonly tenant?: readonly string[];
  readonly extension?: readonly LabExtension[];
  readonly json?: true;
}

/** Adds `probity lab`. */
export function addLab(program: Command, run: (request: LabRequest) => Promise<void>): void {
  const command = program
    .command('lab')
    .summary('run an agent that misbehaves on purpose, to test a client with')
    .description(
      'Runs an agent that misbehaves on purpose, until Ctrl-C. Deviations can be combined; the first named is nearest ' +
        'to the caller. What the agent does is up to the first word of a message: slow 8, clarify, fail, reject, data …',
    )
    .argument('[deviation...]', 'names from --list; name@0.3 happens to that share of the tasks')
    .option('-l, --list', 'list all deviations')
    .option('-p, --port <port>', 'where to listen; a free port unless given', wholeUpTo(65_535))
    .addOption(new Option('--dialect <version>', 'version of A2A to speak').choices(LAB_DIALECTS).default('1.0'))
    .addOption(
      new Option('--binding <binding>', 'binding to speak, all unless given; may be repeated')
        .choices(LAB_BINDINGS)
        .argParser(gatherBinding),
    )
    .option('--step-ms <ms>', 'length of one step of slow work, in ms', wholeUpTo(3_600_000), 1_000)
    .option('--seconds <seconds>', 'how long a zombie works on', positive)
    .option('--set <name=number>', 'set a knob of a deviation (see --list); may be repeated', gatherKnob)
    .option('--share <share>', 'share of the tasks that it happens to, from 0 to 1', share, 1)
    .option('--seed <number>', 'decides which tasks a share is', wholeUpTo(0x7fff_ffff), 1)
    .option(
      '--control <port>',
      'open an HTTP API to switch deviations at run time; 0 for a free port',
      wholeUpTo(65_535),
    )
    .option('--auth <bearer:token>', 'let in only callers with this token; repeat for several callers', gatherToken)
    .option('--tenant <name>', 'tenant that requests have to name, in 1.0; may be repeated', gather)
    .option('--extension <uri>', 'extension that the agent speaks; required if it ends in !', gatherExtension)
    .option('--upstream <url>', "stand before this agent instead of the lab's own")
    .option('--public-url <url>', 'where callers and the agent behind reach this peer, if not where it listens')
    .option('--json', 'write JSON')
    .action((names: readonly string[], options: Options) => run(request(names, options)));
  addExamples(command, [
    ['probity lab --list', 'what there is'],
    ['probity lab zombie-cancel --port 9001 --seconds 10', 'canceled, and it works on for 10 s'],
    ['probity lab no-terminal shifting-artifacts --dialect 0.3', 'two lies at once, in the older dialect'],
    ['probity lab mute-stream@0.3 --upstream http://localhost:4100', 'before an agent of yours, now and then'],
    ['probity lab honest --auth bearer:secret-1 --auth bearer:secret-2', 'an honest agent with two callers'],
    ['probity lab honest --control 9100', 'to be switched by HTTP while it runs: curl localhost:9100/catalogue'],
  ]);
}

function request(names: readonly string[], options: Options): LabRequest {
  if (names.length === 0 && options.list !== true) throw new UsageError('Name a deviation, or --list them.');
  return {
    deviations: names.map((name) => chosen(name, options.share)),
    list: options.list === true,
    port: options.port ?? 0,
    dialect: options.dialect,
    bindings: options.binding ?? [],
    stepMs: options.stepMs,
    knobs: { ...options.set, ...(options.seconds === undefined ? {} : { seconds: options.seconds }) },
    seed: options.seed,
    control: options.control,
    tokens: options.auth ?? {},
    tenants: options.tenant ?? [],
    extensions: options.extension ?? [],
    upstream: options.upstream === undefined ? undefined : readTarget(options.upstream),
    publicUrl: options.publicUrl === undefined ? undefined : readTarget(options.publicUrl),
    json: options.json === true,
  };
}

/** `mute-stream@0.3` is that deviation for this share of the tasks. */
function chosen(text: string, usual: number): ChosenDeviation {
  const [, name = text, own] = /^([^@]*)@(.*)$/.exec(text) ?? [];
  if (own === undefined) return { name, share: usual };
  try {
    return { name, share: share(own) };
  } catch (error) {
    throw new UsageError(`${text}: a share is a number from 0 to 1.`, { cause: error });
  }
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value <= most)) throw new InvalidArgumentError(`It takes a whole number up to ${most}.`);
    return value;
  };
}

function positive(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0)) throw new InvalidArgumentError('It takes a number.');
  return value;
}

function share(text: string): number {
  const value = positive(text);
  if (value > 1) throw new InvalidArgumentError('It takes a number from 0 to 1.');
  return value;
}

function gatherBinding(value: string, before: readonly string[] = []): readonly string[] {
  const binding = LAB_BINDINGS.find((each) => each === value.toUpperCase());
  if (binding === undefined) throw noChoice(value, LAB_BINDINGS);
  return [...before, binding];
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function gatherToken(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, token] = /^bearer:(\S+)$/i.exec(text) ?? [];
  if (token === undefined) throw new InvalidArgumentError('It takes bearer:TOKEN, such as bearer:secret-1.');
  return { ...before, [`caller-${Object.keys(before).length + 1}`]: token };
}

function gatherExtension(text: string, before: readonly LabExtension[] = []): readonly LabExtension[] {
  const uri = text.replace(/!$/, '');
  if (!URL.canParse(uri)) throw new InvalidArgumentError('It takes a URI, such as https://example.com/ext/v1.');
  return [...before, { uri, required: text.endsWith('!') }];
}

function gatherKnob(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const [, name, value] = /^([\w-]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It takes name=number, such as seconds=10.');
  return { ...before, [name]: Number(value) };
}
