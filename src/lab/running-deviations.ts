import type { Binding } from './card.ts';
import { compose } from './compose.ts';
import type { Behaviour, Deviation } from './deviation.ts';
import { deviations } from './deviations/index.ts';
import type { Deliver, DialectName, Handler } from './exchange.ts';
import { LabError } from './lab-error.ts';
import { nearestName } from './nearest-name.ts';
import { createRandom } from './random.ts';
import { sometimes } from './sometimes.ts';

/** A deviation by name, or with its settings. */
export type DeviationChoice =
  | string
  | {
      readonly name: string;
      readonly knobs?: Readonly<Record<string, number>>;
      /** Share of the tasks that it happens to, from 0 to 1. Default 1. */
      readonly probability?: number;
    };

/** A deviation as it runs, with all its settings. */
export interface RunningDeviation {
  readonly name: string;
  readonly title: string;
  readonly knobs: Readonly<Record<string, number>>;
  readonly probability: number;
}

interface Running {
  readonly facts: RunningDeviation;
  readonly behaviour: Behaviour;
  readonly closing: AbortController;
}

export interface RunningOptions {
  readonly dialect: DialectName;
  readonly bindings: readonly Binding[];
  readonly stepMs: number;
  /** Decides which tasks a deviation with a probability happens to. */
  readonly seed: number;
  /** Told of each change. */
  readonly onSwitch: (note: string) => void;
}

/** The deviations of one peer, switchable while it runs. The first one added is nearest to the caller. */
export class RunningDeviations {
  readonly #options: RunningOptions;
  readonly #running: Running[] = [];
  #beginning: readonly RunningDeviation[] = [];
  #random: () => number;

  constructor(options: RunningOptions) {
    this.#options = options;
    this.#random = createRandom(options.seed);
  }

  /** Names of those that run, in order. */
  list(): readonly string[] {
    return this.#running.map(({ facts }) => facts.name);
  }

  /** Those that run, in order, with their settings. */
  describe(): readonly RunningDeviation[] {
    return this.#running.map(({ facts }) => facts);
  }

  /**
   * Starts a deviation behind those that run. One of the same name is replaced where it stands.
   * @throws LabError if there is none of that name, it makes no sense here, a knob is unknown or no number, or
   * the probability is none.
   */
  add(choice: DeviationChoice): RunningDeviation {
    const { name, knobs = {}, probability = 1 } = typeof choice === 'string' ? { name: choice } : choice;
    const deviation = deviations.find((each) => each.name === name);
    if (deviation === undefined) {
      const names = deviations.map((each) => each.name);
      throw new LabError(
        'unknown-deviation',
        `There is no deviation named ${name}.${nearestName(String(name), names)}`,
      );
    }
    this.#check(deviation);
    if (!(probability >= 0 && probability <= 1)) {
      throw new LabError('bad-probability', `A probability is from 0 to 1, not ${probability}.`);
    }
    const closing = new AbortController();
    const facts = { name, title: deviation.title, knobs: turn(deviation, knobs), probability };
    const behaviour = deviation.create({
      knobs: facts.knobs,
      stepMs: this.#options.stepMs,
      random: () => this.#random(),
      closing: closing.signal,
    });
    const started = { facts, behaviour: sometimes(behaviour, probability, () => this.#random()), closing };
    const at = this.#running.findIndex((each) => each.facts.name === name);
    const [replaced] = this.#running.splice(at < 0 ? this.#running.length : at, at < 0 ? 0 : 1, started);
    replaced?.closing.abort();
    this.#options.onSwitch(`added ${name}`);
    return facts;
  }

  /** Stops a deviation; false if it didn't run. */
  remove(name: string): boolean {
    const at = this.#running.findIndex(({ facts }) => facts.name === name);
    if (at < 0) return false;
    this.#running.splice(at, 1)[0]?.closing.abort();
    this.#options.onSwitch(`removed ${name}`);
    return true;
  }

  /** Stops them all. */
  clear(): void {
    for (const name of this.list()) this.remove(name);
  }

  /** Makes what runs now the beginning that `reset` goes back to. */
  remember(): void {
    this.#beginning = this.describe();
  }

  /** Goes back to the beginning: the same deviations, having seen nothing, and the same chances as then. */
  reset(): void {
    this.clear();
    this.#random = createRandom(this.#options.seed);
    for (const each of this.#beginning) this.add(each);
  }

  /** The handler as seen through the deviations that run when a request comes. */
  around(handler: Handler): Handler {
    return (exchange) => {
      const middlewares = this.#running.map(({ behaviour }) => behaviour.exchange).filter((each) => each !== undefined);
      return compose(middlewares, handler)(exchange);
    };
  }

  /** The sender of web-hooks as seen through the deviations that run. */
  aroundPush(deliver: Deliver): Deliver {
    return (delivery) => {
      const chain = this.#running.reduceRight<Deliver>((next, { behaviour: { push } }) => {
        return push === undefined ? next : (each) => push(each, next);
      }, deliver);
      return chain(delivery);
    };
  }

  #check({ name, dialects, bindings }: Deviation): void {
    const { dialect, bindings: spoken } = this.#options;
    if (!dialects.includes(dialect)) {
      throw new LabError('unfit-deviation', `${name} makes no sense in ${dialect}, only in ${dialects.join(', ')}.`);
    }
    if (!spoken.some((binding) => bindings.includes(binding))) {
      throw new LabError('unfit-deviation', `${name} makes no sense over ${spoken.join(', ')}.`);
    }
  }
}

function turn({ name, knobs }: Deviation, chosen: Readonly<Record<string, number>>): Record<string, number> {
  for (const [knob, value] of Object.entries(chosen)) {
    if (!(knob in knobs)) {
      const there = Object.keys(knobs).join(', ');
      throw new LabError(
        'unknown-knob',
        `${name} has no knob named ${knob}${there === '' ? '' : `; there is ${there}`}.${nearestName(knob, Object.keys(knobs))}`,
      );
    }
    if (!(Number.isFinite(value) && value >= 0)) {
      throw new LabError('unknown-knob', `The knob ${knob} of ${name} takes a number from 0 up.`);
    }
  }
  return { ...Object.fromEntries(Object.entries(knobs).map(([knob, { value }]) => [knob, value])), ...chosen };
}
