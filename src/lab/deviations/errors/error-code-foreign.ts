import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onJson } from '../parts/json-edit.ts';

export const errorCodeForeign = defineDeviation({
  name: 'error-code-foreign',
  title: 'puts HTTP statuses in the place of JSON-RPC error codes',
  shows: 'a caller that goes by the codes of A2A does not know any of them',
  rules: ['error/code-range', 'error/task-not-found'],
  bindings: ['JSONRPC'],
  create: () => ({
    exchange: onJson((json) => {
      const error = asObject(json['error']);
      return error === undefined ? json : { ...json, error: { ...error, code: 404, data: undefined } };
    }),
  }),
});
