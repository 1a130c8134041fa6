import { type Command, InvalidArgumentError, Option } from 'commander';
import { SCENARIO_IDS } from '../../audit/scenario-ids.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Severity } from '../../lifecycle/finding.ts';
import { didYouMean } from '../../options/did-you-mean.ts';
import { readHeaders } from '../delegate/headers.ts';
import { readTarget } from '../delegate/target.ts';
import { parseDuration } from '../duration.ts';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import { AUDIT_FORMATS, type AuditFormat, type AuditRequest } from './request.ts';

interface Options {
  readonly prompts?: string;
  readonly message?: string;
  readonly header?: readonly string[];
  readonly bearer?: string;
  readonly headerOrigin?: readonly string[];
  readonly secondBearer?: string;
  readonly identitiesAreSeparate?: true;
  readonly safe?: true;
  readonly quick?: true;
  readonly budget?: number;
  readonly concurrency?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly interface?: readonly string[];
  readonly pushUrl?: string;
  readonly pushPort?: number;
  readonly failOn: Severity;
  readonly format: AuditFormat;
  readonly json?: true;
  readonly output?: string;
  readonly verbose?: true;
}

const EXIT_CODES = `Exit codes:
  0  it kept its word in everything that was exercised
  1  findings at or above --fail-on
  2  the command line makes no sense
  3  inconclusive: no agent there, or it was lost, or took no message in
  70  a fault of Probity's own`;

/** Adds `probity audit`. */
export function addAudit(program: Command, run: (request: AuditRequest) => Promise<void>): void {
  const command = program
    .command('audit')
    .summary('find out whether an agent keeps its word')
    .description(
      'Exercises what the card of an agent claims, and what it denies, on every interface, and tells for each claim ' +
        'whether it is kept. The report goes to stdout, progress to stderr. It begins real tasks, and cancels what is ' +
        'left of them.',
    )
    .argument('<agent>', 'URL of the agent, or of its card')
    .option('-p, --prompts <file>', 'YAML: what makes this agent do what (quick, slow, asks, fails, file, message)')
    .option('-m, --message <text>', 'one text for everything')
    .option('--quick', 'watch cancels and ends for 5 s instead of 45 s')
    .option('--safe', 'only what has no side effects beyond one task')
    .option('--only <scenario>', 'play only this, or all that begin so; may be repeated', gatherScenarios)
    .option('--skip <scenario>', 'leave this out, or all that begin so; may be repeated', gatherScenarios)
    .option('-i, --interface <name>', 'only this interface, by binding, version or URL; may be repeated', gather)
    .option('-H, --header <header>', "a header for each request, 'Name: value'; may be repeated", gather)
    .option('--bearer <token>', 'a bearer token, or env:NAME for the one in that variable')
    .option('--header-origin <url>', 'another origin that may get the headers; may be repeated', gather)
    .option('--second-bearer <token>', 'of another identity, to see what that can see; env:NAME, too')
    .option('--identities-are-separate', 'the two have nothing in common: whatever one sees of the other is an error')
    .option('--push-url <url>', 'where the agent can reach our receiver of web-hooks, if not on this machine')
    .option('--push-port <port>', 'the port that the receiver listens on', wholeNumber(0, 65_535))
    .option('--budget <time>', 'end after this time; what is left is untested', parseDuration)
    .option('--concurrency <count>', 'scenarios at the same time, 32 unless given', wholeNumber(1, 256))
    .addOption(
      new Option('--fail-on <severity>', 'findings from here on make the exit code 1')
        .choices(['error', 'warning', 'note'])
        .default('error'),
    )
    .addOption(new Option('-f, --format <format>', 'of the report').choices(AUDIT_FORMATS).default('text'))
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write the report to a file')
    .option('-v, --verbose', 'tell each scenario as it is played even where stderr is no terminal')
    .action((agent: string, options: Options) => run(request(agent, options)));
  addExamples(
    command,
    [
      ['probity audit https://agent.example --quick', 'a first look, with harmless prompts'],
      ['probity audit https://agent.example --prompts prompts.yaml', 'all of it'],
      ['probity audit https://agent.example --bearer env:AGENT_TOKEN --format json -o audit.json', 'in CI'],
      ['probity audit http://localhost:9001 --only cancel --interface JSONRPC', 'a part'],
    ],
    EXIT_CODES,
  );
}

function request(agent: string, options: Options): AuditRequest {
  const { message, secondBearer } = options;
  if (message !== undefined && message.trim() === '') throw new UsageError('The message is empty.');
  if (options.identitiesAreSeparate === true && secondBearer === undefined) {
    throw new UsageError('--identities-are-separate says nothing without a second identity: give --second-bearer too.');
  }
  return {
    target: readTarget(agent),
    options: auditOptions(options),
    promptsFile: options.prompts,
    failOn: options.failOn,
    format: options.json === true ? 'json' : options.format,
    output: options.output,
    replay: replayOptions(options),
    verbose: options.verbose === true,
  };
}

function auditOptions(options: Options): AuditRequest['options'] {
  const { message, budget, concurrency, pushUrl, pushPort } = options;
  return {
    headers: readHeaders(options.header ?? [], options.bearer, process.env),
    headerOrigins: options.headerOrigin ?? [],
    secondHeaders: readHeaders([], options.secondBearer, process.env),
    identitiesAreSeparate: options.identitiesAreSeparate === true,
    safe: options.safe === true,
    quick: options.quick === true,
    only: options.only ?? [],
    skip: options.skip ?? [],
    interfaces: options.interface ?? [],
    push: {
      ...(pushUrl === undefined ? {} : { publicUrl: pushUrl, host: '0.0.0.0' }),
      ...(pushPort === undefined ? {} : { port: pushPort }),
    },
    ...(message === undefined ? {} : { message: [{ text: message, mediaType: 'text/plain' }] }),
    ...(budget === undefined ? {} : { budgetMs: budget }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
}

/** What of the command line matters to a part of the audit, without what could be a secret. */
function replayOptions(options: Options): readonly string[] {
  const { prompts, message, bearer, secondBearer, pushUrl, pushPort } = options;
  const named = (option: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [option, value.startsWith('env:') ? value : '…'];
  return [
    ...(prompts === undefined ? [] : ['--prompts', prompts]),
    ...(message === undefined ? [] : ['--message', message]),
    ...(options.quick === true ? ['--quick'] : []),
    ...(options.header ?? []).flatMap((text) => ['--header', `${text.slice(0, text.indexOf(':'))}: …`]),
    ...named('--bearer', bearer),
    ...(options.headerOrigin ?? []).flatMap((url) => ['--header-origin', withoutSecrets(url)]),
    ...named('--second-bearer', secondBearer),
    ...(options.identitiesAreSeparate === true ? ['--identities-are-separate'] : []),
    ...(pushUrl === undefined ? [] : ['--push-url', withoutSecrets(pushUrl)]),
    ...(pushPort === undefined ? [] : ['--push-port', `${pushPort}`]),
  ];
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function gatherScenarios(value: string, before: readonly string[] = []): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  for (const name of names) {
    if (SCENARIO_IDS.some((id) => id === name || id.startsWith(`${name}-`))) continue;
    const families = SCENARIO_IDS.map((id) => id.split('-', 1)[0] ?? id);
    const hint = didYouMean(name, [...new Set([...families, ...SCENARIO_IDS])]);
    throw new InvalidArgumentError(`There is no scenario ${name}.${hint || ` There are ${SCENARIO_IDS.join(', ')}.`}`);
  }
  return [...before, ...names];
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
    return value;
  };
}
