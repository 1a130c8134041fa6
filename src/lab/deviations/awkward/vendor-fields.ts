import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { deeply, onJson } from '../parts/json-edit.ts';

export const vendorFields = defineDeviation({
  name: 'vendor-fields',
  title: 'has fields of its own in every object that it sends',
  shows: 'a caller with a strict schema refuses everything, one with a careless copy loses them',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: onJson((json, { binding, operation }) => {
      const marked = (each: unknown) =>
        deeply(each, (object) => ({ ...object, 'x-vendor': { trace: [1, null, 'ä'] } }));
      if (binding === 'HTTP+JSON' || operation === 'card') return marked(json);
      // The envelope is JSON-RPC's; what is in it is the agent's.
      return asObject(json['result']) === undefined ? json : { ...json, result: marked(json['result']) };
    }),
  }),
});
