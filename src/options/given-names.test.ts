import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strangerIn } from './given-names.ts';
import { OptionError, refuseStrangers } from './option-error.ts';

const names = { timeoutMs: true, detach: true, aftercareMs: true } as const;

test('names that are known, and slips that are undefined, are let pass', () => {
  assert.equal(strangerIn({}, names), undefined);
  assert.equal(strangerIn({ timeoutMs: 1, detach: undefined }, names), undefined);
  assert.equal(strangerIn({ timeoutms: undefined }, names), undefined);
});

test('another name is told, with what was probably meant', () => {
  assert.equal(strangerIn({ timeoutms: 1 }, names), 'There is no option timeoutms. Did you mean timeoutMs?');
  assert.equal(
    strangerIn({ deadline: 1 }, names, 'task'),
    'task has no member deadline. There is timeoutMs, detach, aftercareMs.',
  );
});

test('names that every object inherits are no exception', () => {
  assert.match(strangerIn({ toString: 1 }, names) ?? '', /no option toString/);
});

test('it is an error with a code', () => {
  const slip: object = { timeout: 1 };
  assert.throws(
    () => refuseStrangers(slip as { timeoutMs?: number }, { timeoutMs: true }),
    (error: unknown) =>
      error instanceof OptionError && error.code === 'bad-option' && /timeoutMs\?/.test(error.message),
  );
});
