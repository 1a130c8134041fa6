/** Who stands before the agent. Only the last two know what goes through. */
export type Who = 'bare' | 'nginx' | 'sdk' | 'watch' | 'protect';

/** What each contender was measured at, round by round: figures of one round belong together. */
export class Rounds {
  readonly #all = new Map<Who, number[]>();

  add(who: Who, figure: number | undefined): void {
    const figures = this.#all.get(who) ?? [];
    this.#all.set(who, figures);
    figures.push(figure ?? Number.NaN);
  }

  all(): readonly (readonly [Who, readonly number[]])[] {
    return [...this.#all];
  }

  /** The median of what one is measured at beside another in the same round. */
  compared(who: Who, other: Who, by: (own: number, theirs: number) => number): number {
    const theirs = this.#all.get(other) ?? [];
    return median((this.#all.get(who) ?? []).map((own, round) => by(own, theirs[round] ?? Number.NaN)));
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
