/** Thrown by a scenario that lacks what it needs. The message says what is missing, for people. */
export class Untested extends Error {
  override readonly name = 'Untested';
}
