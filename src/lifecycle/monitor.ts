import { isStreaming } from '../protocol/call.ts';
import type { Task } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import { createClock } from './clock.ts';
import { isEmpty, sameResult } from './compare-content.ts';
import { contentOf, findArtifact } from './content.ts';
import { FACT, factsOf, isOtherIdentity } from './fact.ts';
import { type Certainty, type Claim, type Finding, lesser, type Severity, strengthOf } from './finding.ts';
import type { FingerprintKey } from './fingerprint.ts';
import { framePrint } from './frame-print.ts';
import { DEFAULT_MONITOR_LIMITS, type MonitorLimits } from './limits.ts';
import { note } from './note.ts';
import { findStream, openStream } from './note-stream.ts';
import { isForeign, readOrder } from './order.ts';
import type { TaskRecord } from './record.ts';
import type { CompiledClause } from './rule-table.ts';
import type { Situation, Stamp } from './situation.ts';
import type { StreamRecord } from './stream-record.ts';
import { readTimestamp } from './timestamp.ts';

/** Judges observations of tasks, one by one. */
export interface Monitor {
  /**
   * Judges one observation of a task against the rules of its peer, then takes it into the record. Observations come
   * in the order in which they were received, each call's `asked` first. Never throws, and allocates nothing for a
   * frame while nothing is wrong.
   * A rule is told once for each task, and again only if what was suspected has become certain, or if it weighs more by
   * now. A suspected finding is never more than a warning: only so can no delay, however long, raise an error.
   */
  step(task: TaskRecord, seen: Observation): readonly Finding[];
}

export interface MonitorOptions {
  readonly limits?: Partial<MonitorLimits>;
  /** The secret under which contents are fingerprinted; one of this process if absent. */
  readonly key?: FingerprintKey;
}

const NONE: readonly Finding[] = [];

/** One for all monitors: what one has seen of a peer is compared with what another sees of it. */
const [HIGH = 0, LOW = 0] = crypto.getRandomValues(new Int32Array(2));
const PROCESS_KEY: FingerprintKey = [HIGH, LOW];

/** A monitor for any number of tasks of any number of peers. */
export function createMonitor(options: MonitorOptions = {}): Monitor {
  const key = options.key ?? PROCESS_KEY;
  const at: Scene = {
    task: undefined as unknown as TaskRecord,
    stream: undefined,
    asked: 0,
    now: 0,
    stamp: undefined,
    print: 0,
    content: undefined,
    words: undefined,
    known: undefined,
    order: 'newer',
    settles: false,
    limits: { ...DEFAULT_MONITOR_LIMITS, ...options.limits },
    key,
  };
  const clock = createClock();
  let stampOrigin: number | undefined;

  const stampOf = (timestamp: string | undefined): Stamp | undefined => {
    const time = readTimestamp(timestamp);
    if (time === undefined) return undefined;
    stampOrigin ??= time;
    return time - stampOrigin;
  };

  return {
    step(task, seen) {
      const { vantage } = seen;
      at.task = task;
      clock.tell(seen, at);
      at.stream = streamFor(seen, at);
      if (vantage.channel === 'stream' && at.stream !== undefined) at.asked = at.stream.asked;
      at.content = undefined;
      at.words = undefined;
      at.order = 'newer';
      at.settles = false;
      at.stamp = undefined;
      at.print = 0;
      at.known = undefined;
      if (seen.kind === 'status') {
        at.stamp = stampOf(seen.timestamp);
        at.print = framePrint(seen, at.stamp, key);
      } else if (seen.kind === 'artifact') {
        at.print = framePrint(seen, undefined, key);
        at.known = findArtifact(at.stream?.artifacts, seen.artifact.artifactId);
      } else if (seen.kind === 'message') {
        at.print = framePrint(seen, undefined, key);
      } else if (seen.kind === 'task') {
        at.stamp = stampOf(seen.task.timestamp);
        at.print = framePrint(seen, at.stamp, key);
        at.content = contentOf(seen.task.artifacts, key);
        if (vantage.channel === 'answer') {
          at.order = readOrder(task, seen, at.asked, at.stamp);
          if (vantage.operation === 'GetTask') {
            at.words = wordsOf(seen.task, at);
            at.settles = settles(at, seen.task);
          }
        }
      }
      const facts = factsOf(seen, at);
      let findings: Finding[] | undefined;
      for (const clause of task.peer.rules[seen.kind].for(facts)) {
        const certainty = clause.breaks(seen as never, at);
        if (certainty === undefined) continue;
        if (isStronger(task, clause.rule.id, strengthOf(certainty, severityOf(clause, certainty)))) {
          findings ??= [];
          findings.push(findingOf(clause, certainty, seen, at));
        }
      }
      // What another identity sees changes nothing that is known.
      if ((facts & FACT.otherIdentity) === 0) note(seen, at);
      return findings ?? NONE;
    },
  };
}

/** One situation for all steps of a monitor: a step is synchronous, and this way it allocates nothing. */
type Scene = { -readonly [Member in keyof Situation]: Situation[Member] };

/** The stream that an observation came by, or for which it came instead: a refusal may be a plain answer. */
function streamFor({ kind, vantage }: Observation, { task, asked }: Situation): StreamRecord | undefined {
  if (isOtherIdentity(task, vantage.request.identity)) return undefined;
  if (vantage.channel === 'stream') return findStream(task, vantage) ?? openStream(task, vantage, asked);
  if (vantage.channel === 'push' || !isStreaming(vantage.operation)) return undefined;
  return kind === 'task' || kind === 'message' ? undefined : findStream(task, vantage);
}

/** The status message of a completed task that holds nothing else. */
function wordsOf({ state, statusMessage }: Task, { content, key }: Situation): ArtifactRecord | undefined {
  if (state !== 'completed' || statusMessage === undefined || !isEmpty(content)) return undefined;
  return contentOf([{ artifactId: '', parts: statusMessage.parts }], key);
}

/** Whether a read tells the end that an earlier one told long enough ago, with the same content. */
function settles(at: Situation, { id, state }: Task): boolean {
  const { reads } = at.task;
  if (
    reads === undefined ||
    reads.sameEndSince === 0 ||
    isForeign(id, at.task) ||
    !isTerminal(state) ||
    reads.state !== state
  )
    return false;
  return at.asked - reads.sameEndSince >= at.limits.settleGapMs && sameResult(at, reads);
}

/** Whether nothing as strong has been told of a rule and task; from now on something has. */
function isStronger(task: TaskRecord, rule: string, strength: number): boolean {
  task.found ??= new Map();
  if (strength <= (task.found.get(rule) ?? -1)) return false;
  task.found.set(rule, strength);
  return true;
}

/** No suspicion weighs more than a warning. */
function severityOf({ severity }: CompiledClause<never>, certainty: Certainty): Severity {
  return certainty === 'certain' ? severity : lesser(severity, 'warning');
}

function findingOf(clause: CompiledClause<never>, certainty: Certainty, seen: Observation, at: Situation): Finding {
  const severity = severityOf(clause, certainty);
  return {
    rule: clause.rule.id,
    severity,
    certainty,
    ...(severity === clause.severity ? {} : { ifCertain: clause.severity }),
    basis: clause.basis,
    ...(clause.confirmed === true && certainty === 'suspected' ? { confirmed: true as const } : {}),
    claim: claimOf(clause, at),
    taskId: at.task.id,
    because: clause.because(seen as never, at),
    seen,
  };
}

/** Trust is kept apart for streams that were opened by a send and by a subscription. */
function claimOf({ rule }: CompiledClause<never>, at: Situation): Claim | undefined {
  if (rule.claim !== 'stream') return rule.claim;
  const { operation } = at.stream ?? at.task.streams ?? {};
  return operation === 'SubscribeToTask' ? 'stream.subscribe' : 'stream.send';
}
