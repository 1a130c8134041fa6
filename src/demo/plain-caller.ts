import { randomUUID } from 'node:crypto';
import { Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';

export interface PlainWork {
  readonly url: string;
  readonly text: string;
  /** From the first event of the task. */
  readonly cancelAfterMs: number | undefined;
  /** How long to wait for an answer or a stream that does not end. */
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What a caller was told, and took for true. */
export interface PlainBelief {
  /** The state that it went away with; `undefined` if it was never told one. */
  readonly state: string | undefined;
  /** The text of the result that it went away with. */
  readonly result: string;
  /** Waiting came to nothing, and it gave up after so long. */
  readonly gaveUpAfterMs: number | undefined;
}

const NOTHING: PlainBelief = { state: undefined, result: '', gaveUpAfterMs: undefined };

/**
 * Delegates as a sensible user of the official SDK would write it: streams if the card says so, waits for the stream's
 * end, reads the result once; where it cancels, the answer to the cancel is the end of it. It believes what it is told.
 */
export async function delegatePlainly(work: PlainWork): Promise<PlainBelief> {
  const client = await new ClientFactory().createFromUrl(work.url);
  const card = await client.getAgentCard();
  const message = {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'text', value: work.text } as const,
        metadata: undefined,
        filename: '',
        mediaType: 'text/plain',
      },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const request = { tenant: '', message, configuration: undefined, metadata: undefined };
  const patience = AbortSignal.timeout(work.patienceMs);
  const signal = work.signal === undefined ? patience : AbortSignal.any([patience, work.signal]);
  const startedAt = performance.now();
  try {
    if (card.capabilities?.streaming === true) {
      return await followStream(client, client.sendMessageStream(request, { signal }), work.cancelAfterMs, signal);
    }
    const answer = await client.sendMessage(request, { signal });
    return 'status' in answer ? beliefOf(answer) : { ...NOTHING, state: 'answered' };
  } catch (error) {
    work.signal?.throwIfAborted();
    if (!patience.aborted) throw error;
    return { ...NOTHING, gaveUpAfterMs: performance.now() - startedAt };
  }
}

async function followStream(
  client: Client,
  stream: AsyncIterable<StreamResponse>,
  cancelAfterMs: number | undefined,
  signal: AbortSignal,
): Promise<PlainBelief> {
  let taskId: string | undefined;
  let canceled: Promise<Task> | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const { payload } of stream) {
      if (taskId !== undefined || payload?.$case !== 'task') continue;
      const { id } = payload.value;
      taskId = id;
      if (cancelAfterMs === undefined) continue;
      timer = setTimeout(() => {
        canceled = client.cancelTask({ tenant: '', id, metadata: undefined }, { signal });
        // It is awaited once the stream is over; until then a failure must not count as unheard.
        canceled.catch(() => undefined);
      }, cancelAfterMs);
    }
  } catch (error) {
    // The answer to a cancel is an end to believe in, however long the stream then stays open.
    if (canceled === undefined) throw error;
  } finally {
    clearTimeout(timer);
  }
  if (canceled !== undefined) return beliefOf(await canceled);
  if (taskId === undefined) return NOTHING;
  return beliefOf(await client.getTask({ tenant: '', id: taskId }));
}

function beliefOf({ status, artifacts }: Task): PlainBelief {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  return {
    state: status === undefined ? undefined : stateName(status.state),
    result: parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(''),
    gaveUpAfterMs: undefined,
  };
}

/** `TASK_STATE_INPUT_REQUIRED` as `input-required`. */
function stateName(state: TaskState): string {
  return TaskState[state].replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-');
}
