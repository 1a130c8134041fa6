import type { Binding, DialectName, LabPeer } from '../../../src/lab/index.ts';
import { call, type NaiveClient } from '../naive-client.ts';

/** Where an incident takes place. */
export interface Stage {
  readonly client: NaiveClient;
  readonly peer: LabPeer;
  readonly dialect: DialectName;
  readonly binding: Binding;
  /** Whether the dialect is 1.0. */
  readonly latest: boolean;
  readonly http: boolean;
}

/** Shows what a deviation does to a caller who believes what it is told; throws where it does not. */
export type Incident = (stage: Stage) => Promise<void>;

export type Incidents = Readonly<Record<string, Incident>>;

/** A data part in the JSON of the dialect. */
export function dataPart({ latest }: Stage) {
  return latest ? { data: { color: 'blue' } } : { kind: 'data', data: { color: 'blue' } };
}

export async function cardOf({ peer }: Stage) {
  return JSON.parse((await call(peer.cardUrl)).body);
}

/** A stream of a short task, read to its end. */
export async function streamed({ client }: Stage, text = 'hello') {
  const stream = await client.stream(text);
  await stream.closed;
  const words = stream.seen.map(({ kind, state }) => state ?? kind);
  return { seen: stream.seen, words, taskId: stream.seen.find(({ kind }) => kind === 'task')?.taskId ?? '' };
}

/** A task that is at work, with a piece of its result made. */
export async function atWork({ client }: Stage) {
  const { taskId = '' } = await client.send('slow 1000', { wait: false });
  while ((await client.get(taskId)).artifacts === 0);
  return taskId;
}
