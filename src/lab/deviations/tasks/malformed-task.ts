import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { deeply, onJson } from '../parts/json-edit.ts';

export const malformedTask = defineDeviation({
  name: 'malformed-task',
  title: 'has null in the place of the parts of its artifacts, and no artifact id',
  shows: 'a caller that trusts the schema crashes',
  rules: ['task/malformed'],
  create: () => ({
    exchange: onJson((json, { operation }) => {
      if (operation === 'card') return json;
      return deeply(json, (object) => {
        if (!('artifactId' in object)) return object;
        const { artifactId: _, ...rest } = asObject(object) ?? {};
        return { ...rest, parts: null };
      });
    }),
  }),
});
