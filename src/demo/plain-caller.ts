import { randomUUID } from 'node:crypto';
import { Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';

export interface PlainWork {
  readonly url: string;
  readonly text: string;
  /** From the first event of the task. */
  readonly cancelAfterMs: number | undefined;
  /** How long to wait for a stream that does not end. */
  readonly patienceMs: number;
}

/** What a caller was told, and took for true. */
export interface PlainBelief {
  readonly messageId: string;
  /** The state that it went away with; `undefined` if it was never told one. */
  readonly state: string | undefined;
  /** The text of the result that it went away with. */
  readonly result: string;
  /** Waiting came to nothing, and it gave up after so long. */
  readonly gaveUpAfterMs: number | undefined;
}

/**
 * Delegates as a sensible user of the official SDK would write it: streams if the card says so, waits for the stream's
 * end, reads the result once; where it cancels, the answer to the cancel is the end of it. It believes what it is told.
 */
export async function delegatePlainly(work: PlainWork): Promise<PlainBelief> {
  const client = await new ClientFactory().createFromUrl(work.url);
  const card = await client.getAgentCard();
  const messageId = randomUUID();
  const message = {
    messageId,
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
  if (card.capabilities?.streaming !== true) {
    const answer = await client.sendMessage(request);
    return 'status' in answer ? beliefOf(messageId, answer) : { ...nothing(messageId), state: 'answered' };
  }
  const signal = AbortSignal.timeout(work.patienceMs);
  const startedAt = performance.now();
  try {
    return await followStream(client, client.sendMessageStream(request, { signal }), work, messageId);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...nothing(messageId), gaveUpAfterMs: performance.now() - startedAt };
  }
}

async function followStream(
  client: Client,
  stream: AsyncIterable<StreamResponse>,
  work: PlainWork,
  messageId: string,
): Promise<PlainBelief> {
  let taskId: string | undefined;
  let canceled: Promise<Task> | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const { payload } of stream) {
      if (taskId !== undefined || payload?.$case !== 'task') continue;
      const { id } = payload.value;
      taskId = id;
      if (work.cancelAfterMs === undefined) continue;
      timer = setTimeout(() => {
        canceled = client.cancelTask({ tenant: '', id, metadata: undefined });
        // It is awaited once the stream is over; until then a failure must not count as unheard.
        canceled.catch(() => undefined);
      }, work.cancelAfterMs);
    }
  } finally {
    clearTimeout(timer);
  }
  if (canceled !== undefined) return beliefOf(messageId, await canceled);
  if (taskId === undefined) return nothing(messageId);
  return beliefOf(messageId, await client.getTask({ tenant: '', id: taskId }));
}

function nothing(messageId: string): PlainBelief {
  return { messageId, state: undefined, result: '', gaveUpAfterMs: undefined };
}

function beliefOf(messageId: string, { status, artifacts }: Task): PlainBelief {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  return {
    messageId,
    state: status === undefined ? undefined : stateName(status.state),
    result: parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(''),
    gaveUpAfterMs: undefined,
  };
}

/** `TASK_STATE_INPUT_REQUIRED` as `input-required`. */
function stateName(state: TaskState): string {
  return TaskState[state].replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-');
}
