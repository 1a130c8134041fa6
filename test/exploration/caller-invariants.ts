import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { countOf, isEnd } from './ends.ts';
import { type History, textOf } from './history.ts';

/** What the caller has been told. Plain data. */
export interface CallerView {
  /** The artifact as it is put together from the events; `undefined` until one came. */
  text: string | undefined;
  /** The vantage of the stream that told the last of it. */
  source: number | undefined;
  /** The caller cancelled, or has the outcome. */
  fenced: boolean;
}

export function newCallerView(): CallerView {
  return { text: undefined, source: undefined, fenced: false };
}

/** The vantage by which something came that was passed on, and which streams are over. */
export interface Passage {
  readonly by: number | undefined;
  readonly closed: (vantageId: number) => boolean;
}

/** Which invariant an event breaks that reaches the caller before there is an outcome, or `undefined`. */
export function brokenByEvent(
  event: DelegationEvent,
  view: CallerView,
  history: History,
  { by, closed }: Passage,
): string | undefined {
  if (event.kind === 'canceling') {
    view.fenced = true;
    return undefined;
  }
  if (!isOfTask(event)) return undefined;
  if (view.fenced) return `${event.kind} passes the fence`;
  if (event.kind === 'state' && isEnd(event.state)) return `${event.state} is passed on before it is settled`;
  if (event.kind !== 'artifact') return undefined;
  const { source } = view;
  if (event.append && source !== undefined && source !== by && !closed(source)) return 'two streams tell one artifact';
  take(event, view);
  view.source = event.from === 'stream' ? by : undefined;
  return countOf(history.told) > 0 ? 'an artifact passes behind an end that is not settled' : undefined;
}

/** Which invariant is broken by what the caller gets together with the outcome, and has then, or `undefined`. */
export function brokenByDelivery(
  outcome: Outcome,
  events: readonly DelegationEvent[],
  view: CallerView,
): string | undefined {
  const settled = SETTLED.has(outcome.kind) && (!('confirmed' in outcome) || outcome.confirmed);
  const task = 'task' in outcome ? outcome.task : undefined;
  const fenced = view.fenced;
  view.fenced = true;
  for (const event of events) {
    if (!isOfTask(event)) continue;
    if (fenced) return `${event.kind} passes the fence`;
    if (event.kind !== 'artifact') continue;
    take(event, view);
    const held = task?.artifacts?.some(({ artifactId }) => artifactId === event.artifact.artifactId) === true;
    if (!settled || !held) return 'an artifact is delivered at the end that no settled task holds';
  }
  if (fenced || !settled || (task?.artifacts ?? []).length === 0) return undefined;
  const text = textOf(task?.artifacts);
  return view.text === text ? undefined : `the caller has "${view.text ?? ''}" of a settled task that holds "${text}"`;
}

/** An orphan's or a flipped task has no content that could be relied on. */
const SETTLED: ReadonlySet<Outcome['kind']> = new Set([
  'completed',
  'completed-disputed',
  'failed',
  'rejected',
  'canceled',
  'input-required',
  'auth-required',
]);

function take(event: DelegationEvent & { readonly kind: 'artifact' }, view: CallerView): void {
  view.text = (event.append ? (view.text ?? '') : '') + textOf([event.artifact]);
}

function isOfTask({ kind }: DelegationEvent): boolean {
  return kind === 'opened' || kind === 'state' || kind === 'artifact' || kind === 'verifying';
}
