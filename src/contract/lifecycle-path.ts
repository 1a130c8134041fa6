/**
 * A stretch of a task's life that a client has to get through. Where it can't, it loses the task: what is refused names
 * the stretch that could not be recovered without abandoning the task's id.
 */
export const LIFECYCLE_PATHS = {
  reach: 'the agent can not be spoken to',
  authenticate: 'no call is let in',
  send: 'the work can not be given',
  observe: 'it can not be told in bounded time what becomes of the task',
  answer: 'a question of the agent can not be answered',
  receive: 'the result can not be taken',
  stop: 'the task can not be stopped',
  trust: 'nothing that the agent says of itself can be relied on',
} as const;
export type LifecyclePath = keyof typeof LIFECYCLE_PATHS;
