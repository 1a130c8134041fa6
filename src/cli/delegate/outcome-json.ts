import type { DelegatedAgent, DelegationEvent } from '../../guard/delegation-event.ts';
import type { Outcome, Version } from '../../guard/outcome.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Finding } from '../../lifecycle/finding.ts';
import type { Message, Task } from '../../protocol/model.ts';
import type { Observation } from '../../protocol/observation.ts';

/** The shape of the JSON that `delegate` writes. It grows without a new number; it changes only with one. */
const SCHEMA_VERSION = 1;

/** What is told beside an outcome. */
export interface OutcomeFacts {
  readonly target: string;
  readonly agent: DelegatedAgent | undefined;
  readonly tookMs: number;
  readonly exitCode: number;
  /** What the outcome turned out to be, where the agent contradicted it later. */
  readonly revised?: Outcome | undefined;
}

/** What became of a delegation, for programs. */
export function outcomeJson(outcome: Outcome, facts: OutcomeFacts): unknown {
  return {
    schemaVersion: SCHEMA_VERSION,
    target: withoutSecrets(facts.target),
    ...(facts.agent === undefined ? {} : { agent: agentJson(facts.agent) }),
    tookMs: Math.round(facts.tookMs),
    exitCode: facts.exitCode,
    outcome: endJson(outcome),
    ...(facts.revised === undefined ? {} : { revised: endJson(facts.revised) }),
  };
}

function endJson({ findings, kind, ok, ...rest }: Outcome): unknown {
  const task = 'task' in rest ? rest.task : undefined;
  return {
    kind,
    ok,
    ...rest,
    taskId: 'taskId' in rest ? rest.taskId : task?.id,
    ...(task === undefined ? {} : { task: taskJson(task) }),
    ...('message' in rest ? { message: messageJson(rest.message) } : {}),
    ...('versions' in rest ? { versions: rest.versions.map(versionJson) } : {}),
    findings: findings.map(findingJson),
  };
}

/** One event as a line for programs. `atMs` counts from the start. */
export function eventJson(event: DelegationEvent, atMs: number): unknown {
  return { schemaVersion: SCHEMA_VERSION, atMs: Math.round(atMs), event: toldJson(event) };
}

function toldJson(event: DelegationEvent) {
  if (event.kind === 'planned') return { ...event, agent: agentJson(event.agent) };
  if (event.kind === 'revised') return { ...event, outcome: endJson(event.outcome) };
  if (event.kind === 'finding') return { ...event, finding: findingJson(event.finding) };
  return event.kind === 'state' && event.message !== undefined
    ? { ...event, message: messageJson(event.message) }
    : event;
}

/** A task without the copies of it, and of what is in it, as they came: their members are read already. */
function taskJson({ raw: _, statusMessage, history, ...task }: Task) {
  return {
    ...task,
    ...(statusMessage === undefined ? {} : { statusMessage: messageJson(statusMessage) }),
    ...(history === undefined ? {} : { history: history.map(messageJson) }),
  };
}

function messageJson({ raw: _, ...message }: Message) {
  return message;
}

function versionJson({ task, ...version }: Version) {
  return { ...version, ...(task === undefined ? {} : { task: taskJson(task) }) };
}

/** The claims are left out: they are the card's, and long. */
function agentJson({ claims: _, ...agent }: DelegatedAgent) {
  return { ...agent, url: withoutSecrets(agent.url), cardUrl: withoutSecrets(agent.cardUrl) };
}

function findingJson({ seen, evidence = [], ...finding }: Finding) {
  return { ...finding, seen: seenJson(seen), evidence: evidence.map(seenJson) };
}

/** When and how something was seen, and the state that it told. All of it is in the file that --record writes. */
function seenJson(seen: Observation) {
  const { operation, channel, asked } = seen.vantage;
  const state = seen.kind === 'task' ? seen.task.state : seen.kind === 'status' ? seen.state : undefined;
  return {
    kind: seen.kind,
    operation,
    channel,
    asked,
    received: seen.received,
    ...(state === undefined ? {} : { state }),
  };
}
