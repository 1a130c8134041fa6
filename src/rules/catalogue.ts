import type { Rule } from '../lifecycle/rule.ts';
import { CANCEL_RULES } from './cancel/index.ts';
import { SETTLE_RULES } from './settle/index.ts';
import { STREAM_RULES } from './stream/index.ts';
import { TASK_RULES } from './task/index.ts';

/** Every rule, family by family. */
export const RULES: readonly Rule[] = [...STREAM_RULES, ...TASK_RULES, ...SETTLE_RULES, ...CANCEL_RULES];

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of that id (`family/name`), or `undefined` if there is none. */
export function findRule(id: string): Rule | undefined {
  return BY_ID.get(id);
}
