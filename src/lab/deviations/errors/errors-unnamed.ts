import { defineDeviation } from '../../deviation.ts';
import { onAnswerJson } from '../parts/json-edit.ts';

export const errorsUnnamed = defineDeviation({
  name: 'errors-unnamed',
  title: 'leaves out of its refusals which error they are',
  shows: 'a caller who is answered 400 does not learn whether to wait, to ask otherwise or to give up',
  rules: ['error/unnamed'],
  gravity: 'warning',
  dialects: ['1.0'],
  bindings: ['HTTP+JSON'],
  create: () => ({
    exchange: onAnswerJson((json) => {
      const error = json['error'];
      return typeof error === 'object' ? { ...json, error: { ...error, details: [] } } : json;
    }),
  }),
});
