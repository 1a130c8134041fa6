import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onAnswerJson } from '../parts/json-edit.ts';
import { on } from '../parts/operations.ts';

export const emptyAnswers = defineDeviation({
  name: 'empty-answers',
  title: 'answers reads of a task with an empty object',
  shows: 'a caller reads a task without a state, and waits for it or crashes',
  rules: ['error/unreadable-answer', 'task/malformed'],
  create: () => ({
    exchange: on(
      ['get'],
      onAnswerJson((json) => {
        if (!('jsonrpc' in json)) return 'error' in json || 'code' in json ? json : {};
        return asObject(json['result']) === undefined ? json : { ...json, result: {} };
      }),
    ),
  }),
});
