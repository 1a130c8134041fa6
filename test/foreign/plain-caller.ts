import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Message, Task } from 'a2a-0.3';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  TaskNotCancelableError,
} from 'a2a-0.3/client';

export interface PlainWork {
  readonly origin: string;
  readonly cardPath: string;
  readonly text: string;
  /** From the first event on. */
  readonly cancelAfterMs?: number;
  /** From the first event on: it stops listening, and comes back to ask for the task until its patience ends. */
  readonly leaveAfterMs?: number;
  /** Takes out the control characters that some agents put before what they send, which the SDK can't read. */
  readonly forgiving?: boolean;
}

/** What a caller was told, and took for true. */
export interface PlainBelief {
  /** The state it went away with; `undefined` if it was told none. */
  readonly state: string | undefined;
  readonly result: string;
  /** What was thrown at it instead of an answer. */
  readonly thrown: string | undefined;
  /** Events that came although it had been told `canceled`. */
  readonly eventsAfterCancel: number;
  readonly taskId: string | undefined;
}

/**
 * Delegates as a sensible user of the official SDK of 0.3 would write it: streams if the card says so, waits for the
 * end of the stream and reads the result once; where it cancels, the answer to the cancel is the end of it, and where that
 * comes too late, a read.
 */
export async function delegatePlainly(work: PlainWork): Promise<PlainBelief> {
  const { origin, cardPath, text, cancelAfterMs, leaveAfterMs, forgiving = false } = work;
  const leaving = new AbortController();
  const transports = [new JsonRpcTransportFactory({ fetchImpl: forgiving ? forgivingFetch : fetch })];
  const client = await new ClientFactory({ ...ClientFactoryOptions.default, transports }).createFromUrl(
    origin,
    `/${cardPath}`,
  );
  const message: Message = {
    kind: 'message',
    role: 'user',
    messageId: randomUUID(),
    parts: [{ kind: 'text', text }],
  };
  let taskId: string | undefined;
  let canceled: Promise<Task> | undefined;
  let canceledAs: string | undefined;
  let eventsAfterCancel = 0;
  const belief = (state: string | undefined, result: string, thrown?: string): PlainBelief => ({
    state,
    result,
    thrown,
    eventsAfterCancel,
    taskId,
  });
  try {
    for await (const event of client.sendMessageStream({ message }, { signal: leaving.signal })) {
      // Some agents leave out the kind of what they send.
      const id = 'id' in event ? event.id : event.taskId;
      if (canceledAs === 'canceled') eventsAfterCancel++;
      if (taskId !== undefined || id === undefined) continue;
      taskId = id;
      if (leaveAfterMs !== undefined) setTimeout(() => leaving.abort(), leaveAfterMs);
      if (cancelAfterMs === undefined) continue;
      canceled = pause(cancelAfterMs).then(() => cancel(client, id));
      canceled.then(
        (task) => {
          canceledAs = task.status.state;
        },
        () => undefined,
      );
    }
    if (canceled !== undefined) {
      const task = await canceled;
      return belief(task.status.state, resultOf(task));
    }
    if (taskId === undefined) return belief(undefined, '');
    const task = await client.getTask({ id: taskId });
    return belief(task.status.state, resultOf(task));
  } catch (error) {
    await canceled?.catch(() => undefined);
    if (leaving.signal.aborted && taskId !== undefined) {
      const task = await askUntilItEnds(client, taskId);
      return belief(task.status.state, resultOf(task));
    }
    return belief(undefined, '', error instanceof Error ? error.message : String(error));
  }
}

/** Cancels. A task that can't be canceled any more has ended, and a read tells how. */
async function cancel(client: Client, id: string): Promise<Task> {
  try {
    return await client.cancelTask({ id });
  } catch (error) {
    if (!(error instanceof TaskNotCancelableError)) throw error;
    return client.getTask({ id });
  }
}

const PATIENCE_MS = 6_000;

async function askUntilItEnds(client: Client, id: string): Promise<Task> {
  const givesUp = performance.now() + PATIENCE_MS;
  for (;;) {
    const task = await client.getTask({ id });
    if (task.status.state !== 'working' || performance.now() > givesUp) return task;
    await pause(500);
  }
}

/** The text of a task's artifacts; some agents put it into the message of the status instead. */
export function resultOf({ artifacts = [], status }: Task): string {
  const parts = artifacts.length > 0 ? artifacts.flatMap((artifact) => artifact.parts) : (status.message?.parts ?? []);
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

const forgivingFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const clean = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new TransformStream<string, string>({
        transform: (text, controller) => controller.enqueue(text.replaceAll('\u001e', '')),
      }),
    )
    .pipeThrough(new TextEncoderStream());
  return new Response(clean ?? null, response);
};
