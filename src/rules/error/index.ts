import type { Rule } from '../../lifecycle/rule.ts';
import { answerQuirk } from './answer-quirk.ts';
import { beyondLimits } from './beyond-limits.ts';
import { codeRange } from './code-range.ts';
import { contentType } from './content-type.ts';
import { coreOperationMissing } from './core-operation-missing.ts';
import { foreignAnswer } from './foreign-answer.ts';
import { httpStatus } from './http-status.ts';
import { invalidParams } from './invalid-params.ts';
import { leaksInternals } from './leaks-internals.ts';
import { methodNotFound } from './method-not-found.ts';
import { opaqueMessage } from './opaque-message.ts';
import { parse } from './parse.ts';
import { rpcId } from './rpc-id.ts';
import { sentOn } from './sent-on.ts';
import { taskNotFound } from './task-not-found.ts';
import { unnamed } from './unnamed.ts';
import { unreadableAnswer } from './unreadable-answer.ts';
import { unsupportedOperation } from './unsupported-operation.ts';
import { untypedDetails } from './untyped-details.ts';

/** Rules on how a call is refused, and on the form of its answer. */
export const ERROR_RULES: readonly Rule[] = [
  taskNotFound,
  unsupportedOperation,
  methodNotFound,
  parse,
  invalidParams,
  rpcId,
  httpStatus,
  unnamed,
  untypedDetails,
  leaksInternals,
  unreadableAnswer,
  foreignAnswer,
  sentOn,
  codeRange,
  opaqueMessage,
  contentType,
  answerQuirk,
  beyondLimits,
  coreOperationMissing,
];
