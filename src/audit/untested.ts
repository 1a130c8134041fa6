/** Thrown by a scenario that lacks what it needs. The message says what is missing, for people. */
export class Untested extends Error {
  override readonly name = 'Untested';
}

/** Why a task could not be caught at work. */
export const TOO_QUICK = 'no prompt kept this agent at work long enough; give a “slow” one in --prompts';
