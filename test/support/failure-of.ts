import assert from 'node:assert/strict';
import { HttpError } from '../../src/http/http-error.ts';

/** The HttpError that a promise must fail with. */
export async function failureOf(promise: Promise<unknown>): Promise<HttpError> {
  const outcome: unknown = await promise.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(outcome instanceof HttpError, String(outcome));
  return outcome;
}
