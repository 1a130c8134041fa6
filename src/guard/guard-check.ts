import { SETTLE_CHECKS } from '../lifecycle/verdict.ts';

/** The parts of what a guard promises. Each can be left out, to prove what it is there for. */
export const GUARD_CHECKS = [
  ...SETTLE_CHECKS,
  /** Nothing of a task passes behind a settled end or a cancel. */
  'fence',
  /** No end is passed on as a state. */
  'held-end',
  /** What comes behind a told end waits. */
  'held-artifacts',
  /** It is delivered only if a settled task holds it. */
  'settled-delivery',
  /** An artifact is taken from one stream at a time. */
  'one-source',
  /** What a whole stream brought is what the task holds, and what any stream brought is in it, as it was brought. */
  'whole-stream',
  /** A stream of which a frame was lost was not read whole. */
  'lost-frame',
  /** Frames long after `canceled` are an orphan's. */
  'late-frames',
  /** An orphan is one that was heard of since. */
  'sign-of-life',
  /** Only some errors say that a message was not taken in. */
  'untouched-refusal',
] as const;
export type GuardCheck = (typeof GUARD_CHECKS)[number];

/** Nothing is left out. */
export const NO_CHECK: ReadonlySet<never> = new Set();
