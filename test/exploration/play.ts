import { conclude, finish } from '../../src/guard/conclude.ts';
import { Course } from '../../src/guard/course.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { type GuardCheck, NO_CHECK } from '../../src/guard/guard-check.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import type { Monitor } from '../../src/lifecycle/monitor.ts';
import type { Observation, Vantage } from '../../src/protocol/observation.ts';
import { brokenByDelivery, brokenByEvent } from './caller-invariants.ts';
import { copyWorld } from './copy-world.ts';
import { note } from './history.ts';
import { brokenBy, outcomeBy } from './outcome-invariants.ts';
import { constant } from './plain-data.ts';
import { heard, type Saying, TASK_ID } from './sayings.ts';
import { PEER, PLAN, type Setting, type Speaker } from './setting.ts';
import { STAND_IN } from './stand-in-monitor.ts';
import { type Move, newWorld, type World } from './world.ts';

/** What came of a move. */
export interface Turn {
  readonly world: World;
  /** What the caller was told meanwhile. */
  readonly told: readonly DelegationEvent[];
  readonly outcome: Outcome | undefined;
  /** The invariant that was broken, if one was. */
  readonly broken: string | undefined;
}

const REQUEST = constant({ taskId: TASK_ID });
const CANCEL_VANTAGE = 5;
const READ_VANTAGE = 10;
/** Reads are this far apart, whatever comes of them: a guard doesn't pester its peer. */
const LEAST_BETWEEN_READS_MS = 1_000;

/** Plays the guard's part in a world: what it makes of a move is what the product makes of it. */
export class Play {
  readonly #setting: Setting;
  readonly #without: ReadonlySet<GuardCheck>;
  readonly #monitor: Monitor;
  #world: World;
  #course: Course;
  #told: DelegationEvent[] = [];
  #broken: string | undefined;
  #heardBy: number | undefined;

  /** `without`: the checks of the guard to leave out. */
  constructor(setting: Setting, without: ReadonlySet<GuardCheck> = NO_CHECK, monitor: Monitor = STAND_IN) {
    this.#setting = setting;
    this.#without = without;
    this.#monitor = monitor;
    this.#world = newWorld(setting);
    this.#course = this.#courseIn(this.#world);
  }

  /** The world in which the opening call has gone out. */
  begin(): Turn {
    this.#take(newWorld(this.#setting));
    const { first, speakers } = this.#setting;
    for (const { vantage } of speakers) {
      this.#see({ kind: 'asked', vantage, received: this.#world.now });
      if (vantage.channel === 'stream') this.#see({ kind: 'open', vantage, received: this.#world.now });
    }
    if (first !== undefined && speakers[0] !== undefined) this.#hear(first, speakers[0].vantage);
    return this.#concluded();
  }

  /** The world after a move; the one before stays as it is. */
  move(before: World, move: Move): Turn {
    this.#take(copyWorld(before));
    const world = this.#world;
    const { left } = world;
    switch (move.kind) {
      case 'says':
        this.#says(move.speaker, move.saying);
        if (!move.burst) return this.#concluded();
        left.bursts--;
        return this.#turn(undefined);
      case 'wait':
        left.waits--;
        world.now += move.ms;
        return this.#concluded();
      case 'ask':
        left.reads--;
        left.slowReads--;
        this.#see({ kind: 'asked', vantage: readAt(world.now), received: world.now });
        world.reading.push(world.now);
        return this.#concluded();
      case 'read':
        left.reads--;
        this.#see({ kind: 'asked', vantage: readAt(world.now), received: world.now });
        return this.#answerRead(move.saying, world.now);
      case 'answer': {
        if (world.over) left.late--;
        const [asked = 0] = world.reading.splice(move.reading, 1);
        return this.#answerRead(move.saying, asked);
      }
      case 'cancel':
        left.cancels--;
        this.#course.fence();
        this.#tell({ kind: 'canceling', because: 'cancel' });
        world.cancel = 'wanted';
        return this.#concluded();
      case 'cancel-answer':
        world.cancel = 'answered';
        this.#hear(move.saying, cancelAt(world.cancelAsked));
        return this.#concluded();
    }
  }

  /** When the guard would read next, if anything asks for a read. */
  readDue(world: World): number | undefined {
    return this.#courseIn(world).settlement.readDue(world.now);
  }

  #take(world: World): void {
    this.#world = world;
    this.#course = this.#courseIn(world);
    this.#told = [];
    this.#broken = undefined;
  }

  #courseIn(world: World): Course {
    const options = { monitor: this.#monitor, without: this.#without, memory: world.guard };
    return new Course(PLAN, PEER, (event) => this.#tell(event), options);
  }

  #says(speaker: number, saying: Saying): void {
    const { vantage, once } = this.#setting.speakers[speaker] as Speaker;
    const { left, over, speaking } = this.#world;
    if (over) left.late--;
    else left.events--;
    if (saying.closes === true || once === true) speaking[speaker] = false;
    this.#hear(saying, vantage);
  }

  #answerRead(saying: Saying, asked: number): Turn {
    this.#hear(saying, readAt(asked));
    const { now } = this.#world;
    const due = this.#course.settlement.readDue(now);
    if (due !== undefined && due < now + LEAST_BETWEEN_READS_MS) this.#broken ??= 'reads follow each other at once';
    return this.#concluded();
  }

  #hear(saying: Saying, vantage: Vantage): void {
    this.#see(heard(saying, vantage, this.#world.now));
  }

  #see(seen: Observation): void {
    this.#heardBy = seen.vantage.id;
    note(this.#world.history, seen);
    this.#course.see(seen);
  }

  #tell(event: DelegationEvent): void {
    this.#told.push(event);
  }

  /** What the loop of a delegation does when it wakes: ask for the cancel that is due, then draw conclusions. */
  #concluded(): Turn {
    const world = this.#world;
    if (world.over) return this.#turn(undefined);
    if (world.cancel === 'wanted' && world.guard.record.id !== undefined) {
      world.cancel = 'asked';
      world.cancelAsked = world.now;
      this.#see({ kind: 'asked', vantage: cancelAt(world.now), received: world.now });
    }
    this.#judgeEvents();
    const before = this.#told.length;
    const stopped = world.cancel === 'no' ? undefined : 'cancel';
    const outcome = finish(this.#course, world.now, stopped);
    if (outcome !== undefined) {
      world.over = true;
      const delivered = this.#told.slice(before);
      this.#broken ??= brokenBy(outcome, world.history) ?? brokenByDelivery(outcome, delivered, world.caller);
      return { world, told: this.#told, outcome, broken: this.#broken };
    }
    const bound = outcomeBy(world.history);
    if (bound !== undefined) {
      const verdict = this.#course.settlement.verdict(Math.max(bound, world.now) + 1);
      if (conclude(this.#course, verdict, stopped) === undefined)
        this.#broken ??= 'there is no outcome within the bounds';
    }
    return { world, told: this.#told, outcome, broken: this.#broken };
  }

  #turn(outcome: Outcome | undefined): Turn {
    this.#judgeEvents();
    return { world: this.#world, told: this.#told, outcome, broken: this.#broken };
  }

  #judgeEvents(): void {
    const { caller, history, speaking } = this.#world;
    const { speakers } = this.#setting;
    const closed = (id: number): boolean => !speaking[speakers.findIndex(({ vantage }) => vantage.id === id)];
    for (const event of this.#told)
      this.#broken ??= brokenByEvent(event, caller, history, { by: this.#heardBy, closed });
  }
}

/** All reads are one vantage but for the time: which of them answered makes no difference to anything. */
function readAt(asked: number): Vantage {
  return vantageAt(READ_VANTAGE, 'GetTask', asked);
}

function cancelAt(asked: number): Vantage {
  return vantageAt(CANCEL_VANTAGE, 'CancelTask', asked);
}

function vantageAt(id: number, operation: 'GetTask' | 'CancelTask', asked: number): Vantage {
  return { id, channel: 'answer', operation, asked, request: REQUEST };
}
