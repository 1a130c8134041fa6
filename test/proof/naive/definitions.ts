import { ACCESS } from './access.ts';
import { CANCEL } from './cancel.ts';
import type { Definitions } from './definition.ts';
import { EXCHANGE } from './exchange.ts';
import { GIVEN_OUT } from './given-out.ts';
import { LISTS } from './lists.ts';
import { MESSAGES } from './messages.ts';
import { PUSH } from './push.ts';
import { SENDS } from './sends.ts';
import { SETTLE } from './settle.ts';
import { STATUSES } from './statuses.ts';
import { STREAM_CALLS } from './stream-calls.ts';
import { STREAM_CONTENT } from './stream-content.ts';
import { STREAM_FRAMES } from './stream-frames.ts';
import { TASK } from './task.ts';
import { WORDS } from './words.ts';

/** Every rule as its words define it, over a course as a whole. */
export const DEFINITIONS: Definitions = {
  ...STREAM_FRAMES,
  ...STREAM_CONTENT,
  ...STREAM_CALLS,
  ...TASK,
  ...GIVEN_OUT,
  ...SENDS,
  ...SETTLE,
  ...CANCEL,
  ...MESSAGES,
  ...PUSH,
  ...EXCHANGE,
  ...STATUSES,
  ...LISTS,
  ...ACCESS,
  ...WORDS,
};
