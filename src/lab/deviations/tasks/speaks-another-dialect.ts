import { defineDeviation } from '../../deviation.ts';
import { asText } from '../../wire/json.ts';
import { deeply, onJson } from '../parts/json-edit.ts';

export const speaksAnotherDialect = defineDeviation({
  name: 'speaks-another-dialect',
  title: 'names the states of its tasks as another version of A2A does',
  shows: 'a caller of the declared version knows none of the states and waits for ever',
  rules: ['task/dialect-mix', 'task/unknown-state'],
  create: () => ({
    exchange: onJson((json, { operation }) => {
      if (operation === 'card') return json;
      return deeply(json, (object) => {
        const state = asText(object['state']);
        return state === undefined ? object : { ...object, state: translated(state) };
      });
    }),
  }),
});

function translated(state: string): string {
  return /^TASK_STATE_/.test(state)
    ? state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-')
    : `TASK_STATE_${state.toUpperCase().replace('-', '_')}`;
}
