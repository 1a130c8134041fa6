import type { Deviation } from '../../deviation.ts';
import { artifactAfterCancel } from './artifact-after-cancel.ts';
import { cancelAlwaysSucceeds } from './cancel-always-succeeds.ts';
import { cancelAsRead } from './cancel-as-read.ts';
import { cancelAsksBack } from './cancel-asks-back.ts';
import { cancelFreezes } from './cancel-freezes.ts';
import { cancelHangs } from './cancel-hangs.ts';
import { cancelInWordOnly } from './cancel-in-word-only.ts';
import { cancelNotRepeatable } from './cancel-not-repeatable.ts';
import { cancelSaysWorking } from './cancel-says-working.ts';
import { cancelUnsupported } from './cancel-unsupported.ts';
import { canceledThenCompleted } from './canceled-then-completed.ts';
import { zombieCancel } from './zombie-cancel.ts';

export const cancel: readonly Deviation[] = [
  zombieCancel,
  artifactAfterCancel,
  cancelAlwaysSucceeds,
  cancelAsRead,
  cancelAsksBack,
  cancelFreezes,
  cancelHangs,
  cancelInWordOnly,
  cancelNotRepeatable,
  cancelSaysWorking,
  cancelUnsupported,
  canceledThenCompleted,
];
