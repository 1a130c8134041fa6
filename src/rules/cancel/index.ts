import type { Rule } from '../../lifecycle/rule.ts';
import { artifactAfter } from './artifact-after.ts';
import { hangs } from './hangs.ts';
import { notTerminal } from './not-terminal.ts';
import { resurrected } from './resurrected.ts';
import { terminalAccepted } from './terminal-accepted.ts';

/** Rules on what a cancel brings about. Cancel is best effort (§3.1.5); what counts is that its answer is true. */
export const CANCEL_RULES: readonly Rule[] = [artifactAfter, resurrected, notTerminal, terminalAccepted, hangs];
