import type { RuleFacts } from '../lifecycle/rule.ts';
import { headerOfOtherDialect } from './extension/header-of-other-dialect.ts';
import { notEchoed } from './extension/not-echoed.ts';
import { diverges } from './interface/diverges.ts';
import { endlessPages } from './list/endless-pages.ts';

/** The rules that only deliberate probes can judge. */
export const PROBE_RULES: readonly RuleFacts[] = [notEchoed, headerOfOtherDialect, diverges, endlessPages];
