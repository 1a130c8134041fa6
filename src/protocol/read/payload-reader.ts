import type { Observation, Observe, Vantage } from '../observation.ts';
import type { Binding, Dialect } from '../operation.ts';
import { tellForm } from './defects.ts';
import { readEvent } from './event.ts';
import { allowedForm, clearNoticed, type Noticed, newNoticed, type Way } from './form.ts';
import { readResult } from './result.ts';

/** Reads payloads for one codec: leniently what they mean, strictly what their form departs in. */
export class PayloadReader {
  readonly #dialect: Dialect;
  readonly #allowed: Readonly<Record<Way, number>>;
  readonly #noticed: Noticed;

  constructor(dialect: Dialect, binding: Binding) {
    this.#dialect = dialect;
    this.#allowed = { call: allowedForm(dialect, binding, 'call'), push: allowedForm(dialect, binding, 'push') };
    this.#noticed = newNoticed(dialect !== '1.0' && binding === 'HTTP+JSON');
  }

  /** What a frame of a stream or a web-hook delivery is; `undefined` where it is no event. */
  readEvent(payload: unknown, vantage: Vantage, received: number): Observation | undefined {
    clearNoticed(this.#noticed);
    return readEvent(payload, vantage, received, this.#noticed);
  }

  /** What the answer to a call is; `undefined` where it is not what the operation promises. */
  readResult(payload: unknown, vantage: Vantage, received: number): Observation | undefined {
    clearNoticed(this.#noticed);
    return readResult(payload, vantage, received, this.#noticed);
  }

  /** Tells what the form of the payload that was read last departs in. To be called before anything else is told. */
  tellForm(vantage: Vantage, received: number, observe: Observe): void {
    const allowed = this.#allowed[vantage.channel === 'push' ? 'push' : 'call'];
    if ((this.#noticed.bits & ~allowed) === 0) return;
    tellForm(this.#noticed, allowed, this.#dialect, vantage, received, observe);
  }
}
