import type { GuardCheck } from '../../src/guard/guard-check.ts';
import { Fingerprint } from './fingerprint.ts';
import { Play } from './play.ts';
import type { Setting } from './setting.ts';
import { Visited } from './visited.ts';
import { essenceOf, type Move, movesIn, packed, type World } from './world.ts';

/** A course that breaks an invariant. */
export interface Counterexample {
  readonly invariant: string;
  readonly moves: readonly Move[];
}

/** One move behind another; worlds are played again from it, since keeping them all would take too much room. */
interface Step {
  readonly before: Step | undefined;
  readonly move: Move;
}

/** Breadth first, so that no course of fewer moves breaks an invariant; `undefined` if none does within the setting. */
export function shortest(setting: Setting, without: ReadonlySet<GuardCheck>): Counterexample | undefined {
  const play = new Play(setting, without);
  const prints = new Fingerprint();
  const visited = new Visited();
  const isNew = (world: World): boolean => visited.add(prints.of(essenceOf(world), world.now), packed(world.left));
  const begin = play.begin();
  if (begin.broken !== undefined) return { invariant: begin.broken, moves: [] };
  let level: (Step | undefined)[] = [undefined];
  while (level.length > 0) {
    const next: Step[] = [];
    for (const step of level) {
      const world = movesTo(step).reduce((at, move) => play.move(at, move).world, begin.world);
      for (const move of movesIn(world, setting)) {
        const turn = play.move(world, move);
        if (turn.broken !== undefined) return { invariant: turn.broken, moves: [...movesTo(step), move] };
        if (isNew(turn.world)) next.push({ before: step, move });
      }
    }
    level = next;
  }
  return undefined;
}

function movesTo(step: Step | undefined): Move[] {
  const moves: Move[] = [];
  for (let at = step; at !== undefined; at = at.before) moves.push(at.move);
  return moves.reverse();
}
