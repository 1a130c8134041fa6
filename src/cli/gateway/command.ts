import { type Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../options/did-you-mean.ts';
import { addExamples } from '../examples.ts';
import { gatherNamed, type Named } from '../named-url.ts';
import { UsageError } from '../usage-error.ts';
import type { GatewayRequest } from './request.ts';

interface Options {
  readonly peer?: Named;
  readonly origin?: Named;
  readonly listen: readonly [host: string, port: number];
  readonly level: GatewayRequest['level'];
  readonly settle: GatewayRequest['settle'];
  readonly cancelConfirm: GatewayRequest['cancelConfirm'];
  readonly onLeave: GatewayRequest['onLeave'];
  readonly opening: GatewayRequest['opening'];
  readonly host?: readonly string[];
  readonly trustProxy?: readonly string[];
  readonly limit?: Readonly<Record<string, number>>;
  readonly task?: string;
  readonly profile?: string;
  readonly state?: string;
  readonly json?: true;
}

/** Adds `probity gateway`. */
export function addGateway(program: Command, run: (request: GatewayRequest) => Promise<void>): void {
  const command = program
    .command('gateway')
    .summary('stand before agents, so that any caller is protected without changing a line')
    .description(
      'Runs a reverse proxy before A2A agents, each mounted at /<name>, until Ctrl-C. It does not know who calls, so it ' +
        "listens on loopback only. A caller's own credentials go through to the agent.",
    )
    .option(
      '--peer <name=url>',
      'an agent: its name here, and its base URL or that of its card; may be repeated',
      gatherNamed,
    )
    .addOption(
      new Option('--listen <address>', 'where to listen: a loopback address, with or without a port')
        .argParser(readAddress)
        .default(['127.0.0.1', 4780] as const, '127.0.0.1:4780'),
    )
    .addOption(new Option('--port <number>').argParser(refusePort).hideHelp())
    .addOption(
      new Option('--level <level>', 'what to do about what is seen').choices(['watch', 'protect']).default('protect'),
    )
    .addOption(
      new Option('--settle <when>', 'when to tell an end: once it is verified, or as the agent tells it')
        .choices(['wait', 'immediate'])
        .default('wait'),
    )
    .addOption(
      new Option('--cancel-confirm <when>', 'when to answer a cancel').choices(['wait', 'immediate']).default('wait'),
    )
    .addOption(
      new Option('--on-leave <what>', 'what becomes of a task whose caller leaves its stream')
        .choices(['keep', 'cancel'])
        .default('keep'),
    )
    .addOption(
      new Option('--opening <how>', 'how a streaming send goes out')
        .choices(['auto', 'stream', 'id-first'])
        .default('auto'),
    )
    .option('--origin <name=origin>', "another origin that this agent's card may name; may be repeated", gatherNamed)
    .option(
      '--host <name>',
      'a name that callers use for this gateway, besides those of loopback; may be repeated',
      gather,
    )
    .option('--trust-proxy <address>', 'a proxy whose forwarding headers are believed; may be repeated', gather)
    .option(
      '--task <file>',
      'what the tasks of its callers need (JSON or YAML): what can not be carried through is refused',
    )
    .option('--profile <file>', 'what its callers can do (JSON or YAML), besides what their calls say')
    .option('--state <file>', 'keep what is learned of agents, and the ends that callers were told, for the next start')
    .option('--limit <name=number>', 'set a limit (docs/gateway.md lists them); may be repeated', gatherLimit)
    .option('--json', 'write what happens as JSON lines')
    .action((options: Options) => run(request(options)));
  addExamples(command, [
    ['probity gateway --peer trip=https://agent.example/', 'then use http://127.0.0.1:4780/trip/ for the agent'],
    ['probity gateway --peer a=https://agent.example/ --task live-audio.yaml', 'refuse what this agent can not carry'],
    ['probity gateway --peer a=http://localhost:4100 --level watch --json', 'change nothing, write findings as JSON'],
    [
      'probity gateway --peer a=http://localhost:4100 --listen 127.0.0.1:0 --cancel-confirm immediate',
      'on a free port',
    ],
  ]);
}

function request(options: Options): GatewayRequest {
  const { peer = [], origin = [], listen, host = [], trustProxy = [], limit = {} } = options;
  if (peer.length === 0) throw new UsageError('Name an agent: --peer name=https://agent.example/');
  const stray = origin.find(([name]) => !peer.some(([known]) => known === name));
  if (stray !== undefined) {
    const hint = didYouMean(
      stray[0],
      peer.map(([name]) => name),
    );
    throw new UsageError(`--origin is for an agent named ${stray[0]}, and no --peer is.${hint}`);
  }
  if (options.profile !== undefined && options.task === undefined) {
    throw new UsageError('--profile counts where it is said what tasks need: give --task, too.');
  }
  return {
    peers: peer.map(([name, target]) => ({
      name,
      target,
      origins: origin.filter(([of]) => of === name).map(([, value]) => value),
    })),
    host: listen[0],
    port: listen[1],
    level: options.level,
    settle: options.settle,
    cancelConfirm: options.cancelConfirm,
    onLeave: options.onLeave,
    opening: options.opening,
    hosts: host,
    trustedProxies: trustProxy,
    limits: limit,
    taskFile: options.task,
    profileFile: options.profile,
    stateFile: options.state,
    json: options.json === true,
  };
}

function gather(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function gatherLimit(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const [, name, value] = /^([A-Za-z]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It takes name=number, such as maxBodyBytes=1000000.');
  return { ...before, [name]: Number(value) };
}

/** The lab takes one, so people try it here. */
function refusePort(text: string): never {
  throw new InvalidArgumentError(`Say --listen 127.0.0.1:${text}`);
}

function readAddress(text: string): readonly [string, number] {
  const [, six, four, port = '4780'] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = six ?? four;
  if (host === undefined || Number(port) > 65_535) {
    throw new InvalidArgumentError('It takes an address such as 127.0.0.1:4780 or [::1]:4780.');
  }
  return [host, Number(port)];
}
