import { CardError } from '../../card/card-error.ts';
import { delegate } from '../../guard/delegate.ts';
import type { DelegatedAgent, DelegationEvent } from '../../guard/delegation-event.ts';
import { GuardError } from '../../guard/guard-error.ts';
import type { Outcome } from '../../guard/outcome.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Observation } from '../../protocol/observation.ts';
import { EXIT } from '../exit-code.ts';
import { type Interruption, listenForInterruption } from '../interruption.ts';
import type { Streams } from '../terminal/outlet.ts';
import { createProgress, noProgress, type Progress } from '../terminal/progress.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { eventWords, statusWords } from './event-words.ts';
import { eventJson, failureJson, outcomeJson } from './outcome-json.ts';
import { reportOutcome } from './outcome-report.ts';
import type { DelegateRequest } from './request.ts';
import { SeenRecord } from './seen-record.ts';
import { readWork } from './work.ts';

/**
 * Delegates one piece of work and tells what became of it: the outcome on stdout, what happens meanwhile on stderr.
 *
 * @returns the exit code
 * @throws UsageError if there is nothing to delegate
 */
export async function runDelegate(request: DelegateRequest, streams: Streams): Promise<number> {
  const { out, err } = streams;
  const work = await readWork(request.work, streams.input);
  const record = request.record === undefined ? undefined : await SeenRecord.open(request.record);
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
  const onObservation = (seen: Observation): void => record?.add(seen);
  progress.status('reading the card');
  const { accept, headers, headerOrigins, timeoutMs, target } = request;
  const running = delegate(target, work, {
    accept,
    headers,
    headerOrigins,
    timeoutMs,
    signal: interruption.signal,
    onEvent,
    onObservation,
  });
  try {
    const outcome = await running.outcome;
    progress.end();
    const exitCode = interruption.exitCode ?? exitCodeOf(outcome);
    if (request.json) out.line(safeJson(outcomeJson(outcome, { target, agent, tookMs: elapsedMs(), exitCode })));
    else reportOutcome(outcome, agent, elapsedMs(), out);
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
  if (!(error instanceof CardError) && !(error instanceof GuardError)) throw error;
  const failure =
    exitCode === undefined ? error : { code: 'interrupted', message: 'Interrupted before anything was sent.' };
  const code = exitCode ?? EXIT.unknown;
  err.line(`${err.style.bad('probity:')} ${safeLine(failure.message)}`);
  if (request.json)
    out.line(safeJson(failureJson(failure, { target: withoutSecrets(request.target), exitCode: code })));
  return code;
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
