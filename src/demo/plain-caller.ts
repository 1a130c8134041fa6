import { randomUUID } from 'node:crypto';
import { type Part, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { TaskNotCancelableError } from '@a2a-js/sdk/errors';
import type { CallerWork } from './caller.ts';
import { ANSWER, workOf } from './scene.ts';

/** What a caller was told, and took for true. */
export interface PlainBelief {
  /** The state that it went away with; `undefined` if it was never told one. */
  readonly state: string | undefined;
  /** The text of the result that it went away with. */
  readonly result: string;
  /** Waiting came to nothing, and it gave up after so long. */
  readonly gaveUpAfterMs: number | undefined;
  /** The task that it was told of. */
  readonly taskId: string | undefined;
  /** How many events reached it behind the answer that its task is canceled. */
  readonly eventsAfterCancel: number;
  /** How many messages of the task it was shown when it was asked something. */
  readonly historySeen?: number | undefined;
}

const NOTHING: PlainBelief = {
  ...{ state: undefined, result: '', gaveUpAfterMs: undefined, taskId: undefined },
  eventsAfterCancel: 0,
};

/**
 * Delegates as a sensible user of the official SDK would write it: streams if the card says so, waits for the stream's
 * end, reads the result once; where it cancels, the answer to the cancel is the end of it, and where that is refused, it
 * reads how the task ended; where it is asked, it answers in a type that the card lists. It believes what it is told.
 */
export async function delegatePlainly(work: Omit<CallerWork, 'onEvent'>): Promise<PlainBelief> {
  const { scene, times } = work;
  const client = await clientFor(work.url);
  const card = await client.getAgentCard();
  const request = requestOf([textPart(workOf(scene))]);
  const patience = AbortSignal.timeout(times.patienceMs);
  const signal = work.signal === undefined ? patience : AbortSignal.any([patience, work.signal]);
  const startedAt = performance.now();
  try {
    if (card.capabilities?.streaming !== true) {
      const answer = await client.sendMessage(request, { signal });
      return 'status' in answer ? beliefOf(answer) : { ...NOTHING, state: 'answered' };
    }
    const cancelAfterMs = scene.cancels ? times.cancelAfterMs : undefined;
    const stream = client.sendMessageStream(request, { signal });
    const { belief, task } = await followStream(client, stream, cancelAfterMs, signal);
    return task !== undefined && belief.state === 'input-required' && scene.asks !== undefined
      ? await answerQuestion(client, task, signal)
      : belief;
  } catch (error) {
    work.signal?.throwIfAborted();
    if (!patience.aborted) throw error;
    return { ...NOTHING, gaveUpAfterMs: performance.now() - startedAt };
  }
}

/** A client that speaks 0.3 as well, as the SDK offers it. @param url of the agent, or of its card */
function clientFor(url: string): Promise<Client> {
  const legacyCompat = { enabled: true };
  const transports = [new JsonRpcTransportFactory({ legacyCompat }), new RestTransportFactory({ legacyCompat })];
  const cardResolver = new DefaultAgentCardResolver({ legacyCompat });
  return new ClientFactory({ transports, cardResolver }).createFromUrl(url, url.endsWith('.json') ? '' : undefined);
}

async function answerQuestion(client: Client, task: Task, signal: AbortSignal): Promise<PlainBelief> {
  const answer: Part = {
    content: { $case: 'data', value: ANSWER },
    metadata: undefined,
    filename: '',
    mediaType: 'application/json',
  };
  const answered = await client.sendMessage(requestOf([answer], task), { signal });
  const belief = 'status' in answered ? beliefOf(answered) : { ...NOTHING, state: 'answered' };
  return { ...belief, historySeen: task.history.length };
}

function requestOf(parts: Part[], task?: Task) {
  const message = {
    messageId: randomUUID(),
    contextId: task?.contextId ?? '',
    taskId: task?.id ?? '',
    role: Role.ROLE_USER,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  return { tenant: '', message, configuration: undefined, metadata: undefined };
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

async function followStream(
  client: Client,
  stream: AsyncIterable<StreamResponse>,
  cancelAfterMs: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly belief: PlainBelief; readonly task?: Task }> {
  let taskId: string | undefined;
  let canceled: Promise<Task> | undefined;
  let isCanceled = false;
  let eventsAfterCancel = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const { payload } of stream) {
      if (isCanceled && saysMore(payload)) eventsAfterCancel++;
      if (taskId !== undefined || payload?.$case !== 'task') continue;
      const { id } = payload.value;
      taskId = id;
      if (cancelAfterMs === undefined) continue;
      timer = setTimeout(() => {
        canceled = cancel(client, id, signal);
        // It is awaited once the stream is over; until then a failure must not count as unheard.
        canceled.then(
          ({ status }) => {
            isCanceled = status?.state === TaskState.TASK_STATE_CANCELED;
          },
          () => undefined,
        );
      }, cancelAfterMs);
    }
  } catch (error) {
    // The answer to a cancel is an end to believe in, however long the stream then stays open.
    if (canceled === undefined) throw error;
  } finally {
    clearTimeout(timer);
  }
  if (canceled !== undefined) return { belief: { ...beliefOf(await canceled), eventsAfterCancel } };
  if (taskId === undefined) return { belief: NOTHING };
  const task = await client.getTask({ tenant: '', id: taskId });
  return { belief: beliefOf(task), task };
}

/** Cancels. A task that can't be canceled any more has ended, and a read tells how. */
async function cancel(client: Client, id: string, signal: AbortSignal): Promise<Task> {
  try {
    return await client.cancelTask({ tenant: '', id, metadata: undefined }, { signal });
  } catch (error) {
    if (!(error instanceof TaskNotCancelableError)) throw error;
    return client.getTask({ tenant: '', id }, { signal });
  }
}

/** Whether an event tells anything but that the task is canceled. */
function saysMore(payload: StreamResponse['payload']): boolean {
  if (payload?.$case === 'artifactUpdate') return true;
  if (payload?.$case !== 'statusUpdate' && payload?.$case !== 'task') return false;
  return payload.value.status?.state !== TaskState.TASK_STATE_CANCELED;
}

function beliefOf({ id, status, artifacts }: Task): PlainBelief {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  return {
    state: status === undefined ? undefined : stateName(status.state),
    result: parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(''),
    taskId: id,
    gaveUpAfterMs: undefined,
    eventsAfterCancel: 0,
  };
}

/** `TASK_STATE_INPUT_REQUIRED` as `input-required`. */
function stateName(state: TaskState): string {
  return TaskState[state].replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-');
}
