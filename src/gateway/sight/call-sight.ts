import { vantageOf } from '../../protocol/call.ts';
import type { Codec } from '../../protocol/codec.ts';
import { codecFor } from '../../protocol/codec-for.ts';
import type { Observation, Observe, Vantage } from '../../protocol/observation.ts';
import type { Binding, Dialect } from '../../protocol/operation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import type { Peer } from '../peer.ts';
import type { AgentVoice } from '../protect/agent-voice.ts';
import { TaskGuard } from '../protect/task-guard.ts';
import type { Visit } from '../visit.ts';
import type { Desk } from './desk.ts';
import { newEntry, type TaskEntry } from './task-book.ts';

const CODECS: Readonly<Record<Binding, Map<Dialect, Codec>>> = {
  JSONRPC: new Map(),
  'HTTP+JSON': new Map(),
  GRPC: new Map(),
};

/** A codec keeps nothing between two payloads, so one of a kind serves all. */
export function sharedCodec(dialect: Dialect, binding: Binding): Codec {
  const known = CODECS[binding].get(dialect);
  if (known !== undefined) return known;
  const codec = codecFor(dialect, binding);
  CODECS[binding].set(dialect, codec);
  return codec;
}

/** What trust is kept of for a call. */
function interfaceKeyOf({ peer, place, call, rest }: Visit, { dialect, binding }: ReadRequest): InterfaceKey {
  const listed = peer.listedAt(rest, dialect, binding);
  const interfaceUrl = listed?.url ?? peer.unlisted(place.origin + call.interfacePath);
  // Whatever credentials callers have, the card that they are all served makes its claims once.
  return { cardUrl: peer.cardUrl, interfaceUrl, binding, dialect, tenant: listed?.tenant, credential: undefined };
}

/** Under whose name a caller's tasks are kept. */
export function ownerOf({ principal, call, peer }: Visit): string {
  const isInPath = call.tenant === undefined && call.read?.binding === 'HTTP+JSON' && call.read.dialect === '1.0';
  const tenant = isInPath ? peer.tenantIn(call.interfacePath) : call.tenant;
  return `${principal}\n${tenant ?? ''}`;
}

/** What is seen of one call of a caller, and the task that it is about. */
export class CallSight {
  readonly vantage: Vantage;
  readonly codec: Codec;
  readonly read: ReadRequest;
  entry: TaskEntry;
  /** Told which task the call is about, if that turns out later. */
  onTask: ((taskId: string) => void) | undefined;
  readonly #desk: Desk;
  readonly #peer: Peer;
  readonly #asked: Observation;
  readonly voice: AgentVoice | undefined;
  #opened = false;

  /** @param voice of whoever acts for the task, where it is protected */
  constructor(desk: Desk, visit: Visit, read: ReadRequest, voice?: AgentVoice) {
    this.#desk = desk;
    this.#peer = visit.peer;
    this.read = read;
    this.codec = sharedCodec(read.dialect, read.binding);
    this.vantage = vantageOf(desk.nextVantage(), read.call, desk.clock(), read.facts);
    const { taskId } = read.facts;
    const owner = ownerOf(visit);
    const book = desk.bookOf(visit.peer);
    const known = taskId ? book.find(owner, taskId) : undefined;
    this.voice = voice;
    this.entry = known ?? this.#newEntry(visit, owner);
    desk.weigh(visit.peer, this.entry, visit.body.length);
    if (voice !== undefined) this.entry.guard?.speakBy(voice, taskId || undefined);
    this.#asked = { kind: 'asked', vantage: this.vantage, received: this.vantage.asked };
    this.#judge(this.#asked);
  }

  /** The vantage of an answer that is no stream, though one was asked for. */
  get answerVantage(): Vantage {
    return this.vantage.channel === 'answer' ? this.vantage : { ...this.vantage, channel: 'answer' };
  }

  /** Takes in one observation, in the order of receipt. */
  readonly see: Observe = (seen) => {
    const taskId = taskIdOf(seen);
    if (taskId !== undefined) this.adopt(taskId);
    this.#judge(seen);
    if (seen.kind === 'open') this.#opened = true;
    if (seen.kind === 'close' && seen.by === 'peer' && this.#opened) this.#noteKept();
  };

  /** It has turned out which task the call is about. */
  adopt(taskId: string): void {
    if (this.entry.record.id === undefined) {
      this.onTask?.(taskId);
      this.#find(taskId);
    }
    const { guard } = this.entry;
    if (guard !== undefined) guard.taskId ??= taskId;
  }

  #newEntry(visit: Visit, owner: string): TaskEntry {
    const { dialect, binding } = this.read;
    const entry = newEntry(visit.peer.factsFor(dialect, binding), interfaceKeyOf(visit, this.read), owner);
    if (this.voice !== undefined) entry.guard = new TaskGuard(this.#desk, visit.peer, entry);
    const { taskId } = this.read.facts;
    if (taskId) this.#restore(entry, taskId);
    return entry;
  }

  #restore({ guard, owner }: TaskEntry, taskId: string): void {
    const before = this.#desk.ends.find(this.#peer, owner, taskId);
    if (before !== undefined) guard?.restore(before);
  }

  #judge(seen: Observation): void {
    this.#desk.judge(this.#peer, this.entry, seen);
    this.entry.guard?.see(seen);
  }

  /** The task has got an id: either somebody has seen it before, or it is remembered from now on. */
  #find(taskId: string): void {
    const book = this.#desk.bookOf(this.#peer);
    const known = book.find(this.entry.owner, taskId);
    if (known === undefined) return book.add(this.entry, taskId);
    this.entry = known;
    if (this.voice !== undefined) known.guard?.speakBy(this.voice, taskId);
    this.#judge(this.#asked);
  }

  /** A stream that was closed where a stream may be, without a finding so far, has kept the claim. */
  #noteKept(): void {
    const { record, at } = this.entry;
    const proper = isTerminal(record.state) || isInterrupted(record.state);
    if (!proper || (record.found?.size ?? 0) > 0) return;
    this.#desk.trust.kept(at, this.vantage.operation === 'SubscribeToTask' ? 'stream.subscribe' : 'stream.send');
  }
}

/** The id of the task that something was told of. */
function taskIdOf(seen: Observation): string | undefined {
  switch (seen.kind) {
    case 'task':
      return seen.task.id;
    case 'status':
    case 'artifact':
      return seen.taskId;
    default:
      return undefined;
  }
}
