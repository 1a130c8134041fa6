import type { Rule } from '../../lifecycle/rule.ts';
import { artifactAfter } from './artifact-after.ts';
import { hangs } from './hangs.ts';
import { ignored } from './ignored.ts';
import { neverSettles } from './never-settles.ts';
import { notIdempotent } from './not-idempotent.ts';
import { notTerminal } from './not-terminal.ts';
import { resurrected } from './resurrected.ts';
import { streamNotTold } from './stream-not-told.ts';
import { terminalAccepted } from './terminal-accepted.ts';
import { unsupported } from './unsupported.ts';
import { wrongError } from './wrong-error.ts';

/** Rules on what a cancel brings about. Cancel is best effort (§3.1.5); what counts is that its answer is true. */
export const CANCEL_RULES: readonly Rule[] = [
  ignored,
  artifactAfter,
  notTerminal,
  resurrected,
  neverSettles,
  hangs,
  wrongError,
  notIdempotent,
  terminalAccepted,
  streamNotTold,
  unsupported,
];
