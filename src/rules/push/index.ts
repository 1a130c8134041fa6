import type { Rule } from '../../lifecycle/rule.ts';
import { afterDelete } from './after-delete.ts';
import { authMissing } from './auth-missing.ts';
import { configLost } from './config-lost.ts';
import { configRejected } from './config-rejected.ts';
import { configReplaced } from './config-replaced.ts';
import { deleteNotIdempotent } from './delete-not-idempotent.ts';
import { inlineIgnored } from './inline-ignored.ts';
import { missesTerminal } from './misses-terminal.ts';
import { neverDelivered } from './never-delivered.ts';
import { noConfigId } from './no-config-id.ts';
import { otherConfig } from './other-config.ts';
import { outOfOrder } from './out-of-order.ts';
import { payload } from './payload.ts';
import { privateAddressAccepted } from './private-address-accepted.ts';
import { replayed } from './replayed.ts';
import { stillListed } from './still-listed.ts';
import { undeclaredAccepted } from './undeclared-accepted.ts';
import { wrongTask } from './wrong-task.ts';

/** Rules on web-hooks: their registration, and what is delivered to them. */
export const PUSH_RULES: readonly Rule[] = [
  configRejected,
  configLost,
  configReplaced,
  inlineIgnored,
  neverDelivered,
  missesTerminal,
  authMissing,
  payload,
  wrongTask,
  outOfOrder,
  replayed,
  afterDelete,
  deleteNotIdempotent,
  undeclaredAccepted,
  privateAddressAccepted,
  noConfigId,
  stillListed,
  otherConfig,
];
