import { NEWEST_TASKS, taskOfMessage } from '../find-by-message.ts';
import { listIn } from '../reply.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

/** Looks among the newest tasks for the one that the last message made. @throws Untested where it isn't found */
export async function findAgain(stage: Stage, work: Work): Promise<void> {
  const cut = 'the send was not answered by a task';
  if (stage.claims.dialect !== '1.0') throw new Untested(`${cut}, and this version has no list to find it in`);
  const found = taskOfMessage(listIn(await stage.probe(NEWEST_TASKS)), work.messageId);
  if (found === undefined) throw new Untested(`${cut}, and no task with its message is among the newest`);
  work.id = found.id;
}
