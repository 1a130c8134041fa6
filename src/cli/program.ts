import { Command } from 'commander';
import { addAudit } from './audit/command.ts';
import type { AuditRequest } from './audit/request.ts';
import { addCheck } from './check/command.ts';
import type { CheckRequest } from './check/request.ts';
import { hintAtChoices } from './choices.ts';
import { addCompletion } from './completion/command.ts';
import type { CompletionRequest } from './completion/request.ts';
import { addDelegate } from './delegate/command.ts';
import type { DelegateRequest } from './delegate/request.ts';
import { addDemo } from './demo/command.ts';
import type { DemoRequest } from './demo/request.ts';
import { addExamples } from './examples.ts';
import { EXIT } from './exit-code.ts';
import { addExplain } from './explain/command.ts';
import type { ExplainRequest } from './explain/request.ts';
import { tellFailure } from './failure.ts';
import { addGateway } from './gateway/command.ts';
import type { GatewayRequest } from './gateway/request.ts';
import { addJudge } from './judge/command.ts';
import type { JudgeRequest } from './judge/request.ts';
import { addLab } from './lab/command.ts';
import type { LabRequest } from './lab/request.ts';
import { productVersion } from './product-version.ts';
import { processStreams, type Streams } from './terminal/outlet.ts';
import { addTrust } from './trust/command.ts';
import type { TrustRequest } from './trust/request.ts';

/** What carries the commands out; each resolves to an exit code. */
export interface Runners {
  delegate(request: DelegateRequest): Promise<number>;
  check(request: CheckRequest): Promise<number>;
  audit(request: AuditRequest): Promise<number>;
  judge(request: JudgeRequest): Promise<number>;
  gateway(request: GatewayRequest): Promise<number>;
  trust(request: TrustRequest): Promise<number>;
  lab(request: LabRequest): Promise<number>;
  explain(request: ExplainRequest): Promise<number>;
  demo(request: DemoRequest): Promise<number>;
  completion(request: CompletionRequest): Promise<number>;
}

const MORE = `Results go to stdout; errors, and what happens meanwhile, to stderr.

Exit codes: 0 all is well, 1 it isn't, 2 wrong usage, 3 it can't be known, 70 a fault of Probity's own.
With --json, wrong usage is told on stdout too:

  {"schemaVersion":1,"exitCode":2,"error":{"code":"usage","message":"…"}}`;

/** The whole command line as a parser. @param done takes the exit code of the command that was run */
export function buildProgram(runners: Runners, streams: Streams, done: (exitCode: number) => void): Command {
  const program = new Command('probity')
    .description('Keeps A2A (Agent2Agent) agents to their word: believes only what it verified.')
    .version(productVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.out.write(text),
      writeErr: (text) => streams.err.write(text),
      getOutHelpWidth: () => streams.out.width,
      getErrHelpWidth: () => streams.err.width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      // Told with what helps further, where the program ends.
      outputError: () => undefined,
    })
    .configureHelp({ styleTitle: (title) => streams.out.style.strong(title) });
  addDelegate(program, async (request) => done(await runners.delegate(request)));
  addCheck(program, async (request) => done(await runners.check(request)));
  addAudit(program, async (request) => done(await runners.audit(request)));
  addJudge(program, async (request) => done(await runners.judge(request)));
  addGateway(program, async (request) => done(await runners.gateway(request)));
  addTrust(program, async (request) => done(await runners.trust(request)));
  addLab(program, async (request) => done(await runners.lab(request)));
  addExplain(program, async (request) => done(await runners.explain(request)));
  addDemo(program, async (request) => done(await runners.demo(request)));
  addCompletion(program, async (request) => done(await runners.completion(request)));
  for (const command of program.commands) hintAtChoices(command);
  return addExamples(
    program,
    [
      ['probity demo', 'see it at work, on an honest agent and on liars'],
      ['probity delegate https://agent.example --text hello', 'delegate to your own agent'],
      ['probity help delegate', 'all that delegate can do'],
      ['eval "$(probity completion bash)"', 'complete commands, options and names in this shell'],
    ],
    MORE,
  );
}

/**
 * Runs the command line.
 *
 * @param args what follows the program's name
 * @param streams those of the process unless given
 * @returns the exit code; failures are told on stderr, never thrown
 */
export async function runProgram(args: readonly string[], streams: Streams = processStreams()): Promise<number> {
  let exitCode: number = EXIT.ok;
  // Loaded when needed: a command waits for no other's packages.
  const runners: Runners = {
    delegate: async (request) => (await import('./delegate/run-delegate.ts')).runDelegate(request, streams),
    check: async (request) => (await import('./check/run-check.ts')).runCheck(request, streams),
    audit: async (request) => (await import('./audit/run-audit.ts')).runAudit(request, streams),
    judge: async (request) => (await import('./judge/run-judge.ts')).runJudge(request, streams),
    gateway: async (request) => (await import('./gateway/run-gateway.ts')).runGateway(request, streams),
    trust: async (request) => (await import('./trust/run-trust.ts')).runTrust(request, streams),
    lab: async (request) => (await import('./lab/run-lab.ts')).runLab(request, streams),
    explain: async (request) => (await import('./explain/run-explain.ts')).runExplain(request, streams.out),
    demo: async (request) => (await import('./demo/run-demo.ts')).runDemo(request, streams),
    completion: async (request) =>
      (await import('./completion/run-completion.ts')).runCompletion(request, program, streams.out),
  };
  const program = buildProgram(runners, streams, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(upToUnknown(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellFailure(error, { program, args }, streams);
  }
}

/** The arguments as far as commands are known: the help of one that isn't is that there is none. */
function upToUnknown(program: Command, args: readonly string[]): readonly string[] {
  let { commands } = program;
  const [first, second] = args;
  if (first === 'help' && second !== undefined && !commands.some((command) => command.name() === second)) {
    return [second];
  }
  for (const [index, arg] of args.entries()) {
    if (commands.length === 0 || arg.startsWith('-') || arg === 'help') return args;
    const next = commands.find((command) => command.name() === arg);
    if (next === undefined) return args.slice(0, index + 1);
    ({ commands } = next);
  }
  return args;
}
