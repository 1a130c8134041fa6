import type { Deviation } from '../../deviation.ts';
import { bindingsDiffer } from './bindings-differ.ts';
import { emptyAnswers } from './empty-answers.ts';
import { errorCodeForeign } from './error-code-foreign.ts';
import { errorInSuccess } from './error-in-success.ts';
import { errorStatusWrong } from './error-status-wrong.ts';
import { errorsAllInternal } from './errors-all-internal.ts';
import { errorsLeak } from './errors-leak.ts';
import { errorsSayNothing } from './errors-say-nothing.ts';
import { errorsUnnamed } from './errors-unnamed.ts';
import { invalidAccepted } from './invalid-accepted.ts';
import { noEnvelope } from './no-envelope.ts';
import { proxyInTheWay } from './proxy-in-the-way.ts';
import { rpcIdWrong } from './rpc-id-wrong.ts';

export const errors: readonly Deviation[] = [
  bindingsDiffer,
  emptyAnswers,
  errorCodeForeign,
  errorInSuccess,
  errorStatusWrong,
  errorsAllInternal,
  errorsLeak,
  errorsSayNothing,
  errorsUnnamed,
  invalidAccepted,
  noEnvelope,
  proxyInTheWay,
  rpcIdWrong,
];
