import type { Deviation } from '../../deviation.ts';
import { pushConfigLost } from './push-config-lost.ts';
import { pushConfigRefused } from './push-config-refused.ts';
import { pushConfigReplaced } from './push-config-replaced.ts';
import { pushDeleteIgnored } from './push-delete-ignored.ts';
import { pushDeleteOnce } from './push-delete-once.ts';
import { pushInlineIgnored } from './push-inline-ignored.ts';
import { pushMissesEnd } from './push-misses-end.ts';
import { pushNeverDelivered } from './push-never-delivered.ts';
import { pushOutOfOrder } from './push-out-of-order.ts';
import { pushRepeated } from './push-repeated.ts';
import { pushUnauthenticated } from './push-unauthenticated.ts';
import { pushUndeclared } from './push-undeclared.ts';
import { pushUntyped } from './push-untyped.ts';
import { pushWrongBody } from './push-wrong-body.ts';
import { pushWrongTask } from './push-wrong-task.ts';

export const push: readonly Deviation[] = [
  pushConfigLost,
  pushConfigRefused,
  pushConfigReplaced,
  pushDeleteIgnored,
  pushDeleteOnce,
  pushInlineIgnored,
  pushMissesEnd,
  pushNeverDelivered,
  pushOutOfOrder,
  pushRepeated,
  pushUnauthenticated,
  pushUndeclared,
  pushUntyped,
  pushWrongBody,
  pushWrongTask,
];
