import { defineDeviation } from '../../deviation.ts';
import { asText } from '../../wire/json.ts';
import { deeply, onJson } from '../parts/json-edit.ts';

export const unknownState = defineDeviation({
  name: 'unknown-state',
  title: 'is in a state of its own making while it works',
  shows: 'a caller that knows the states of the protocol does not know whether to wait',
  rules: ['task/unknown-state'],
  create: () => ({
    exchange: onJson((json, { operation }) => {
      if (operation === 'card') return json;
      return deeply(json, (object) => {
        const state = asText(object['state']);
        return state === 'working' || state === 'TASK_STATE_WORKING' ? { ...object, state: 'UNRECOGNIZED' } : object;
      });
    }),
  }),
});
