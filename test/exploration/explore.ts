import type { GuardCheck } from '../../src/guard/guard-check.ts';
import type { OutcomeKind } from '../../src/guard/outcome.ts';
import { Fingerprint } from './fingerprint.ts';
import { Play, type Turn } from './play.ts';
import type { Setting } from './setting.ts';
import { Visited } from './visited.ts';
import { essenceOf, type Move, movesIn, packed, type World } from './world.ts';

/** What came out of an exploration. */
export interface Exploration {
  readonly setting: Setting;
  readonly states: number;
  readonly moves: number;
  /** How often each kind of outcome came, and those of them that were not confirmed. */
  readonly outcomes: ReadonlyMap<OutcomeKind | 'unconfirmed', number>;
  /** The first violation that was met, and the moves that led there. */
  readonly broken: { readonly invariant: string; readonly moves: readonly Move[] } | undefined;
  readonly ms: number;
}

export interface ExploreOptions {
  /** The checks of the guard to leave out. */
  readonly without?: ReadonlySet<GuardCheck>;
  /** What must hold in every world in which the course goes on: tells what is wrong, if anything is. */
  readonly always?: (play: Play, world: World) => string | undefined;
}

/** Plays every course that a setting allows, depth first; a world that was met before is not explored again. */
export function explore(setting: Setting, { without, always }: ExploreOptions = {}): Exploration {
  const began = performance.now();
  const play = new Play(setting, without);
  const prints = new Fingerprint();
  const visited = new Visited();
  const outcomes = new Map<OutcomeKind | 'unconfirmed', number>();
  const path: Move[] = [];
  let broken: Exploration['broken'];
  let moves = 0;

  const visit = ({ world, outcome, broken: invariant }: Turn): void => {
    if (invariant !== undefined) {
      broken = { invariant, moves: [...path] };
      return;
    }
    if (outcome !== undefined) {
      outcomes.set(outcome.kind, (outcomes.get(outcome.kind) ?? 0) + 1);
      if ('confirmed' in outcome && !outcome.confirmed)
        outcomes.set('unconfirmed', (outcomes.get('unconfirmed') ?? 0) + 1);
    }
    if (!visited.add(prints.of(essenceOf(world), world.now), packed(world.left))) return;
    const wrong = world.over ? undefined : always?.(play, world);
    if (wrong !== undefined) broken = { invariant: wrong, moves: [...path] };
    if (broken !== undefined) return;
    for (const move of movesIn(world, setting)) {
      moves++;
      path.push(move);
      visit(play.move(world, move));
      path.pop();
      if (broken !== undefined) return;
    }
  };
  visit(play.begin());
  return { setting, states: visited.size, moves, outcomes, broken, ms: performance.now() - began };
}
