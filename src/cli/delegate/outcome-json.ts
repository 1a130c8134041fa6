import type { DelegatedAgent, DelegationEvent } from '../../guard/delegation-event.ts';
import type { Outcome, Version } from '../../guard/outcome.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Finding } from '../../lifecycle/finding.ts';
import type { Message, Task } from '../../protocol/model.ts';

/** The shape of the JSON that `delegate` writes. It grows without a new number; it changes only with one. */
const SCHEMA_VERSION = 1;

/** What is told beside an outcome. */
export interface OutcomeFacts {
  readonly target: string;
  readonly agent: DelegatedAgent | undefined;
  readonly tookMs: number;
  readonly exitCode: number;
}

/** What became of a delegation, for programs. */
export function outcomeJson(outcome: Outcome, facts: OutcomeFacts): unknown {
  const { findings, kind, ok, ...rest } = outcome;
  const task = 'task' in rest ? rest.task : undefined;
  return {
    schemaVersion: SCHEMA_VERSION,
    target: withoutSecrets(facts.target),
    ...(facts.agent === undefined ? {} : { agent: { ...facts.agent, cardUrl: withoutSecrets(facts.agent.cardUrl) } }),
    tookMs: Math.round(facts.tookMs),
    exitCode: facts.exitCode,
    outcome: {
      kind,
      ok,
      ...rest,
      taskId: 'taskId' in rest ? rest.taskId : task?.id,
      ...(task === undefined ? {} : { task: taskJson(task) }),
      ...('message' in rest ? { message: messageJson(rest.message) } : {}),
      ...('versions' in rest ? { versions: rest.versions.map(versionJson) } : {}),
      findings: findings.map(findingJson),
    },
  };
}

/** One event as a line for programs. `atMs` counts from the start. */
export function eventJson(event: DelegationEvent, atMs: number): unknown {
  return { schemaVersion: SCHEMA_VERSION, atMs: Math.round(atMs), event: toldJson(event) };
}

/** Why there is no outcome, for programs. */
export function failureJson(error: { code: string; message: string }, facts: { target: string; exitCode: number }) {
  const { code, message } = error;
  return { schemaVersion: SCHEMA_VERSION, ...facts, error: { code, message } };
}

function toldJson(event: DelegationEvent) {
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

function findingJson({ seen, ...finding }: Finding) {
  const { kind, vantage, received } = seen;
  const { operation, channel, asked } = vantage;
  return { ...finding, seen: { kind, operation, channel, asked, received } };
}
