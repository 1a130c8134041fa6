import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onJson } from '../parts/json-edit.ts';

export const noEnvelope = defineDeviation({
  name: 'no-envelope',
  title: 'leaves the JSON-RPC envelope off its results',
  shows: 'a caller that looks for the result in its place finds none',
  rules: ['stream/rpc-envelope'],
  bindings: ['JSONRPC'],
  create: () => ({ exchange: onJson((json) => asObject(json['result']) ?? json) }),
});
