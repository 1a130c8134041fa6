import { silenceBound } from '../../contract/bounds.ts';
import type { Bound } from '../../protocol/observation.ts';
import type { Peer } from '../peer.ts';
import type { Desk } from '../sight/desk.ts';
import type { TaskEntry } from '../sight/task-book.ts';
import type { StreamSource } from './stream-source.ts';

/** Notices when a stream says nothing for longer than it may. Its silence is not counted while it is held back. */
export class SilenceWatch {
  readonly #desk: Desk;
  readonly #peer: Peer;
  readonly #silent: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Immediate | undefined;

  constructor(desk: Desk, peer: Peer, silent: () => void) {
    this.#desk = desk;
    this.#peer = peer;
    this.#silent = silent;
  }

  /** Begins to count anew. */
  start(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#lookOnce(), this.#bound.ms);
  }

  /** Something came. */
  touch(): void {
    if (this.#looking !== undefined) this.#drop();
    this.#timer?.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#drop();
  }

  /** Tells those who judge that a stream was silent. */
  tell(entry: TaskEntry, { vantage }: StreamSource): void {
    const bound = this.#bound;
    this.#desk.judge(this.#peer, entry, { kind: 'silence', bound, vantage, received: this.#desk.clock() });
  }

  /** A process that was held up finds its timers due before it reads what has come meanwhile. */
  #lookOnce(): void {
    this.#looking = setImmediate(() => {
      this.#looking = undefined;
      this.#silent();
    });
  }

  #drop(): void {
    clearImmediate(this.#looking);
    this.#looking = undefined;
  }

  /** As the operator has set it, else as the card says. */
  get #bound(): Bound {
    const { silence } = this.#desk.bounds;
    return silence.source === 'default' ? silenceBound(this.#peer.card?.defaultTimeout) : silence;
  }
}
