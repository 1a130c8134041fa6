import { Fault, type FaultReason } from '../../fault.ts';
import { codes, type Errors, reasonOf } from '../errors.ts';
import { asText } from '../json.ts';

/** HTTP statuses as the official SDK of 0.3 has them; the text leaves them open. */
const statuses: Partial<Record<FaultReason, number>> = {
  'method-not-found': 404,
  'internal-error': 500,
  'task-not-found': 404,
  'task-not-cancelable': 409,
};

/** The errors of 0.2 and 0.3: a code and a message, also over HTTP+JSON. */
export const errors: Errors = {
  writeRpc: (fault) => fault.json ?? body(fault),
  readRpc: (error, status) =>
    new Fault(reasonOf(error['code']), asText(error['message']) ?? '', { json: error, status }),
  writeHttp: (fault) => ({
    status: fault.status ?? statuses[fault.reason] ?? 400,
    body: fault.json ?? body(fault),
  }),
  readHttp: (status, json) => new Fault(reasonOf(json['code']), asText(json['message']) ?? '', { json, status }),
};

function body({ reason, message }: Fault) {
  // A message to an ended task is an invalid request here; only 1.0 names the error for it.
  return { code: reason === 'task-ended' ? codes['invalid-request'] : codes[reason], message };
}
