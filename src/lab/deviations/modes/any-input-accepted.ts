import { defineDeviation } from '../../deviation.ts';
import { acceptAnyInput } from '../parts/input.ts';

export const anyInputAccepted = defineDeviation({
  name: 'any-input-accepted',
  title: 'takes input of any media type, whatever its card says',
  shows: 'a caller learns nothing from the card about what the agent can read',
  rules: ['modes/undeclared-input-accepted'],
  gravity: 'warning',
  create: () => ({ exchange: acceptAnyInput(() => true) }),
});
