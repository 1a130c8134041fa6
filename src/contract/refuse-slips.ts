import { OptionError } from '../options/option-error.ts';
import { anything, type Check, faultWords, list, oneOf, only, optional } from '../protocol/check.ts';
import { BINDINGS, DIALECTS } from '../protocol/operation.ts';
import { ACQUIRABLE, type Profile } from './profile.ts';
import type { ResultPredicate } from './result-predicate.ts';
import { NEEDS, type TaskClass } from './task-class.ts';

const words = (from: readonly string[]): Check => optional(list(oneOf(...from)));

const PROFILE: Readonly<Record<keyof Profile, Check>> = {
  bindings: words(BINDINGS),
  versions: words(DIALECTS),
  input: anything,
  output: anything,
  credentials: anything,
  extensions: anything,
  push: anything,
  blockingLimitMs: anything,
  pollBudgetMs: anything,
  signatures: optional(oneOf('off', 'if-present', 'required')),
  acquirable: words(ACQUIRABLE),
};
const RESULT: Readonly<Record<keyof ResultPredicate, Check>> = {
  artifacts: anything,
  mediaTypes: anything,
  schema: anything,
};
const TASK: Readonly<Record<keyof TaskClass, Check>> = {
  skill: anything,
  input: anything,
  followUp: anything,
  output: anything,
  needs: words(NEEDS),
  prefers: words(NEEDS),
  streamed: anything,
  maxDurationMs: anything,
  singleShot: anything,
  bounds: optional(oneOf('any', 'card')),
  result: optional(only(RESULT)),
};
const [profileOf, taskOf] = [only(PROFILE), only(TASK)];

/** A word of a profile or a task class that has no meaning, in a sentence; it would be no condition either. */
export function slipIn(profile: Partial<Profile>, task: Partial<TaskClass>): string | undefined {
  const fault = profileOf(profile, 'profile') ?? taskOf(task, 'task');
  return fault === undefined ? undefined : faultWords(fault);
}

/** @throws OptionError naming the first slip in a profile or a task class, and what was probably meant */
export function refuseSlips(profile: Partial<Profile>, task: Partial<TaskClass>): void {
  const slip = slipIn(profile, task);
  if (slip !== undefined) throw new OptionError(slip);
}
