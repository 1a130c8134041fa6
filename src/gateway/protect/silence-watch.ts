import { silenceBound } from '../../contract/bounds.ts';
import type { Bound } from '../../protocol/observation.ts';
import type { Peer } from '../peer.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import { PatientTimer } from './patient-timer.ts';
import type { StreamSource } from './stream-source.ts';

/** Notices when a stream says nothing for longer than it may. Its silence is not counted while it is held back. */
export class SilenceWatch {
  readonly #desk: Desk;
  readonly #peer: Peer;
  readonly #silent: () => void;
  #timer: PatientTimer | undefined;

  constructor(desk: Desk, peer: Peer, silent: () => void) {
    this.#desk = desk;
    this.#peer = peer;
    this.#silent = silent;
  }

  /** Begins to count anew. */
  start(): void {
    this.stop();
    this.#timer = new PatientTimer(this.#silent, this.#bound.ms);
  }

  /** Something came. */
  touch(): void {
    this.#timer?.refresh();
  }

  stop(): void {
    this.#timer?.clear();
  }

  /** Tells those who judge that a stream was silent. */
  tell(entry: TaskEntry, { vantage }: StreamSource): void {
    const bound = this.#bound;
    this.#desk.judge(this.#peer, entry, { kind: 'silence', bound, vantage, received: this.#desk.clock() });
  }

  /** As the operator has set it, else as the card says. */
  get #bound(): Bound {
    const { silence } = this.#desk.bounds;
    return silence.source === 'default' ? silenceBound(this.#peer.card?.defaultTimeout) : silence;
  }
}
