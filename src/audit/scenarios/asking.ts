import type { Part } from '../../protocol/model.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import type { Reply } from '../reply.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

/** No agent is answered more often than this. */
const MOST_ROUNDS = 5;

/** Begins a task that asks for input, and waits until it does. @throws Untested where it doesn't */
export async function beginAsking(stage: Stage): Promise<Work> {
  const work = await stage.begin('asks');
  await untilAsking(stage, work);
  return work;
}

/** Waits until a task asks for input. @throws Untested where it doesn't */
export async function untilAsking(stage: Stage, work: Work): Promise<void> {
  await work.readUntil(() => isInterrupted(work.state) || work.ended, stage.pace.times.patienceMs);
  if (!isAsking(work)) throw new Untested('no prompt made this agent ask for input; give one as “asks” in --prompts');
}

function isAsking({ state }: Work): boolean {
  return state === 'input-required';
}

/** Sends an answer and waits for what becomes of it. */
export async function answer(stage: Stage, work: Work, parts: readonly Part[]): Promise<Reply> {
  const reply = await work.send(parts, { blocking: false, ...work.context });
  if (reply.kind === 'refused' || reply.kind === 'nothing') return reply;
  await work.readUntil(() => isAsking(work) || work.ended, stage.pace.times.patienceMs);
  return reply;
}

/** Answers as often as the task asks, within reason. */
export async function answerQuestions(stage: Stage, work: Work, parts: readonly Part[]): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && isAsking(work); round++) {
    const reply = await answer(stage, work, parts);
    if (reply.kind === 'refused' || reply.kind === 'nothing') break;
  }
  await work.read();
}
