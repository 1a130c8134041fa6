import { isForeign } from '../../lifecycle/order.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Observation } from '../../protocol/observation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { type Refusal, writeError } from '../front/error-answer.ts';
import { readIncoming } from '../front/incoming-call.ts';
import { CallSight, ownerOf } from '../sight/call-sight.ts';
import type { Desk } from '../sight/desk.ts';
import { WatchedCall } from '../sight/watched-call.ts';
import type { Visit } from '../visit.ts';
import { AgentVoice } from './agent-voice.ts';
import { checkBefore } from './check-before.ts';
import { planFollowUp, turnAt } from './follow-up.ts';
import { FoundAgain } from './found-again.ts';
import { GuardedAnswer } from './guarded-answer.ts';
import { GuardedCancel } from './guarded-cancel.ts';
import { GuardedStream } from './guarded-stream.ts';
import type { CallHooks } from './hooks.ts';

/** Carries a call out so that its caller is told nothing of the task's end but what is verified. */
export function protect(desk: Desk, visit: Visit, read: ReadRequest): void {
  const { operation } = read.call;
  if (operation !== 'SendMessage' && operation !== 'SendStreamingMessage') return carryOut(desk, visit, read, {});
  const checked = checkBefore(desk, visit, read);
  if (checked.kind === 'refused') return refuse(desk, visit, checked.refusal);
  const { reliesOn } = checked;
  const sent = desk.sentTo(visit.peer);
  const taken = sent.take(read, desk.clock());
  if (taken?.again === true) {
    return new FoundAgain(desk, visit, read, taken.message, () => protect(desk, visit, read)).answer();
  }
  const message = taken?.message;
  const hooks: CallHooks = {
    began: (sight) => {
      if (message !== undefined) sent.goesOut(message);
      if (message !== undefined) sight.onTask = (taskId) => sent.ledTo(message, taskId);
      if (reliesOn.length > 0) sight.entry.rests = { reliesOn, messageId: read.facts.messageId };
    },
    untouched: () => void (message !== undefined && sent.forget(message)),
  };
  if (message !== undefined) {
    visit.caller.onAnswer((answer) => sent.answered(message, answer));
    visit.caller.onClose(() => sent.over(message));
  }
  if (read.facts.taskId) followUp(desk, visit, read, hooks);
  else carryOut(desk, visit, read, hooks);
}

function carryOut(desk: Desk, visit: Visit, read: ReadRequest, hooks: CallHooks): void {
  const voice = new AgentVoice(desk, visit, read);
  switch (read.call.operation) {
    case 'SendStreamingMessage':
    case 'SubscribeToTask':
      return new GuardedStream(desk, visit, read, voice, hooks).start();
    case 'SendMessage':
    case 'GetTask':
    case 'ListTasks':
      return new GuardedAnswer(desk, visit, new CallSight(desk, visit, read, voice), hooks).start();
    case 'CancelTask':
      return new GuardedCancel(desk, visit, new CallSight(desk, visit, read, voice), hooks).start();
    default:
      return new WatchedCall(desk, visit, new CallSight(desk, visit, read, voice)).start();
  }
}

function refuse(desk: Desk, visit: Visit, refusal: Refusal): void {
  desk.act(visit.peer, 'refused', visit.call.read?.facts.taskId, refusal.message);
  visit.caller.answer(writeError(visit.call.form, refusal));
}

/** An answer to a task that asked: goes as the agent is known to take it, or not at all. */
function followUp(desk: Desk, visit: Visit, read: ReadRequest, hooks: CallHooks): void {
  const { taskId = '' } = read.facts;
  const known = desk.bookOf(visit.peer).find(ownerOf(visit), taskId);
  if (known === undefined || visit.call.json === undefined) return carryOut(desk, visit, read, hooks);
  const turnOf = turnAt(known.at, known.record.state);
  const plan = planFollowUp(visit.call.json, read, turnOf, desk.trust);
  if (plan.kind === 'refuse') {
    hooks.untouched?.();
    const message = `This agent has failed a task over an answer in ${plan.mode}. The task still waits: answer it in another form.`;
    return refuse(desk, visit, { name: 'ContentTypeNotSupported', message });
  }
  let learned = plan.modes.length === 0;
  const seen = (told: Observation): void => {
    const accepted =
      learned || (told.kind === 'task' && isForeign(told.task.id, known.record)) ? undefined : wasTaken(told);
    if (accepted === undefined) return;
    learned = true;
    for (const mode of plan.modes) if (visit.peer.modes.take(mode)) desk.trust.modeSeen(turnOf(mode), accepted);
  };
  if (plan.kind === 'send') return carryOut(desk, visit, read, { ...hooks, seen });
  desk.act(visit.peer, 'bridged', taskId, 'data of an answer went as JSON text');
  const bridged = rewritten(visit, plan.json);
  const { messageMark } = read.facts;
  const call = bridged.call.read ?? read;
  const facts = { ...call.facts, ...(messageMark === undefined ? {} : { messageMark }) };
  carryOut(desk, bridged, { ...call, facts }, { ...hooks, seen });
}

/** Whether what came first after an answer shows that it was taken; `undefined` where it shows nothing. */
function wasTaken(told: Observation): boolean | undefined {
  switch (told.kind) {
    case 'task':
      return told.task.state !== 'failed' && told.task.state !== 'rejected';
    case 'status':
      return told.state !== 'failed' && told.state !== 'rejected';
    case 'artifact':
      return true;
    case 'error':
      return told.name === 'ContentTypeNotSupported' ? false : undefined;
    default:
      return undefined;
  }
}

function rewritten(visit: Visit, json: JsonObject): Visit {
  const body = Buffer.from(JSON.stringify(json));
  const { request, rest, peer } = visit;
  return { ...visit, body, call: readIncoming(request, rest, body, peer.knownAt(rest)) };
}
