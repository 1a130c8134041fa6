import { defineDeviation } from '../../deviation.ts';
import { onJson } from '../parts/json-edit.ts';

export const rpcIdWrong = defineDeviation({
  name: 'rpc-id-wrong',
  title: 'answers JSON-RPC requests under another id',
  shows: 'a caller with several requests under way mixes up their answers, or waits for ever',
  rules: ['error/rpc-id'],
  bindings: ['JSONRPC'],
  create: () => ({
    exchange: onJson((json) => ('jsonrpc' in json ? { ...json, id: 'somebody-elses' } : json)),
  }),
});
