import { defineDeviation } from '../../deviation.ts';
import { acceptAnyInput } from '../parts/input.ts';

export const anyInputOnResume = defineDeviation({
  name: 'any-input-on-resume',
  title: 'refuses undeclared media types at first, but takes them when a task goes on',
  shows: 'what may be sent depends on the turn, which no card can say',
  rules: ['modes/undeclared-input-accepted'],
  gravity: 'warning',
  create: () => ({ exchange: acceptAnyInput(({ taskId }) => taskId !== undefined) }),
});
