import { CardError } from '../../card/card-error.ts';
import { UnnegotiableAgentCardError } from '../../contract/unnegotiable-error.ts';
import { delegate, followTask } from '../../guard/delegate.ts';
import type { DelegateOptions } from '../../guard/delegate-options.ts';
import type { DelegatedAgent, DelegationEvent } from '../../guard/delegation-event.ts';
import { GuardError } from '../../guard/guard-error.ts';
import type { Outcome } from '../../guard/outcome.ts';
import type { RunningDelegation } from '../../guard/run.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Observation } from '../../protocol/observation.ts';
import { EXIT } from '../exit-code.ts';
import { failureJson } from '../failure-json.ts';
import { type Interruption, listenForInterruption } from '../interruption.ts';
import { invocation } from '../invocation.ts';
import type { Streams } from '../terminal/outlet.ts';
import { createProgress, noProgress, type Progress } from '../terminal/progress.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { readContractFiles } from './contract-files.ts';
import { eventWords, statusWords } from './event-words.ts';
import { eventJson, outcomeJson } from './outcome-json.ts';
import { reportOutcome } from './outcome-report.ts';
import { openRemembered } from './remembered.ts';
import type { DelegateRequest } from './request.ts';
import { secretsOf } from './secrets-of.ts';
import { SeenRecord } from './seen-record.ts';
import { readWork } from './work.ts';

/**
 * Delegates one piece of work and tells what became of it: the outcome on stdout, what happens meanwhile on stderr.
 *
 * @returns the exit code
 * @throws UsageError if there is nothing to delegate, or a file that was named is no good
 */
export async function runDelegate(request: DelegateRequest, streams: Streams): Promise<number> {
  const { out, err } = streams;
  const work = request.work === undefined ? undefined : await readWork(request.work, streams.input);
  const contract = await readContractFiles(request);
  await using trust = await openRemembered(request.trust, err);
  const record =
    request.record === undefined
      ? undefined
      : await SeenRecord.open(request.record, await secretsOf(request.headers, contract.profile));
  const startedAt = performance.now();
  const elapsedMs = (): number => performance.now() - startedAt;
  const progress = err.isTerminal || request.verbose ? createProgress(err, elapsedMs) : noProgress;
  let taskId: string | undefined;
  let agent: DelegatedAgent | undefined;
  let cancelTimer: NodeJS.Timeout | undefined;
  const interruption = listenForInterruption(() => {
    progress.end();
    err.line(lastWords(taskId, request.target));
  });
  const onEvent = (event: DelegationEvent): void => {
    if (request.events) out.line(safeJson(eventJson(event, elapsedMs())));
    tell(event, progress);
    if (event.kind === 'planned') {
      agent = event.agent;
      if (agent.headers === 'withheld') err.line(withheldWords(agent));
    }
    if (event.kind !== 'opened') return;
    taskId = event.taskId;
    if (request.cancelAfterMs !== undefined) cancelTimer = setTimeout(() => running.cancel(), request.cancelAfterMs);
  };
  progress.status('reading the card');
  const running = begin(request, work, {
    ...contract,
    ...optionsOf(request),
    signal: interruption.signal,
    ...(trust === undefined ? {} : { trust: trust.cache }),
    onEvent,
    onObservation: (seen: Observation): void => record?.add(seen),
  });
  try {
    const outcome = await running.outcome;
    progress.end();
    if (!request.json) reportOutcome(outcome, agent, elapsedMs(), out);
    const revised = await lookedAfter(running, request, progress);
    progress.end();
    const exitCode = interruption.exitCode ?? exitCodeOf(revised ?? outcome);
    const facts = { target: request.target, agent, tookMs: elapsedMs(), exitCode, revised };
    if (request.json) out.line(safeJson(outcomeJson(outcome, facts)));
    else if (revised !== undefined) {
      out.line();
      reportOutcome(revised, agent, elapsedMs(), out);
    }
    return exitCode;
  } catch (error) {
    progress.end();
    return tellFailure(error, request, interruption, streams);
  } finally {
    if (agent !== undefined) await record?.write(agent.claims);
    await record?.close();
    clearTimeout(cancelTimer);
    interruption.stop();
  }
}

function begin(
  { target, follow }: DelegateRequest,
  work: Parameters<typeof delegate>[1] | undefined,
  options: DelegateOptions,
): RunningDelegation {
  if (follow !== undefined) return followTask(target, follow, options);
  return delegate(target, work ?? '', options);
}

function optionsOf(request: DelegateRequest): DelegateOptions {
  const { accept, headers, headerOrigins, timeoutMs, skill, detach, watchAfterMs } = request;
  const answers = [...request.answers];
  return {
    headers,
    headerOrigins,
    detach,
    aftercareMs: watchAfterMs,
    answer: () => answers.shift(),
    ...(accept.length === 0 ? {} : { accept }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(skill === undefined ? {} : { skill }),
  };
}

/** The aftercare keeps no process alive, so this does. */
async function lookedAfter(
  running: RunningDelegation,
  { watchAfterMs }: DelegateRequest,
  progress: Progress,
): Promise<Outcome | undefined> {
  if (watchAfterMs === 0) return undefined;
  progress.status('looking after the settled task');
  const alive = setInterval(() => undefined, 60_000);
  try {
    return await running.revised;
  } finally {
    clearInterval(alive);
  }
}

function exitCodeOf(outcome: Outcome): number {
  if (outcome.kind === 'outcome-unknown') return EXIT.unknown;
  return outcome.ok ? EXIT.ok : EXIT.other;
}

function tell(event: DelegationEvent, progress: Progress): void {
  const status = event.kind === 'artifact' ? `receiving ${safeLine(event.artifact.artifactId)}` : statusWords(event);
  if (status !== undefined) progress.status(status);
  const words = eventWords(event);
  if (words !== undefined) progress.line(words);
}

/** Nothing could be begun: says why. Everything that is no such error is a fault of ours. */
function tellFailure(error: unknown, request: DelegateRequest, { exitCode }: Interruption, { out, err }: Streams) {
  const told = [CardError, GuardError, UnnegotiableAgentCardError].some((kind) => error instanceof kind);
  if (!told) throw error;
  const failure =
    exitCode === undefined
      ? (error as CardError | GuardError | UnnegotiableAgentCardError)
      : { code: 'interrupted', message: 'Interrupted before anything was sent.' };
  const code = exitCode ?? (error instanceof UnnegotiableAgentCardError ? EXIT.other : EXIT.unknown);
  err.line(`${err.style.bad('probity:')} ${safeLine(failure.message)}`);
  const suspected = error instanceof UnnegotiableAgentCardError && error.reasons.some(({ rule }) => rule === SUSPECT);
  if (suspected) err.line(trustWords(request));
  if (request.json)
    out.line(safeJson(failureJson(failure, { target: withoutSecrets(request.target), exitCode: code })));
  return code;
}

const SUSPECT = 'contract/suspect-capability';

/** Where what stands against an agent is shown, and how one goes on all the same. */
function trustWords({ target, trust }: DelegateRequest): string {
  const file = typeof trust === 'string' ? '' : ` --trust ${safeLine(trust.file)}`;
  const of = `${safeLine(withoutSecrets(target))}${file}`;
  return `probity: ${invocation()} trust show ${of}  tells what was seen of it. To go on all the same: --no-trust, or trust reset ${of}`;
}

function withheldWords({ url, cardUrl }: DelegatedAgent): string {
  const { origin } = new URL(url);
  return `probity: your headers don't go to ${safeLine(origin)}, which is not the origin of what you named (the card is at ${safeLine(withoutSecrets(cardUrl))}). If it is to have them: --header-origin ${safeLine(origin)}`;
}

function lastWords(taskId: string | undefined, target: string): string {
  const what =
    taskId === undefined
      ? 'the agent may have taken the message in, and had told no task id'
      : `task ${safeLine(taskId)} may still be running`;
  return `probity: left at once; ${what} at ${safeLine(withoutSecrets(target))}.`;
}
