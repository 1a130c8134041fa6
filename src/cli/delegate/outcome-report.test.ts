import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../guard/outcome.ts';
import type { Message, Task } from '../../protocol/model.ts';
import { styleFor } from '../terminal/style.ts';
import { reportOutcome } from './outcome-report.ts';

const words = (role: 'user' | 'agent', text: string): Message => ({
  messageId: text,
  role,
  parts: [{ text }],
});

/** A conversation of which the agent's last two messages answer the caller's last one. */
const HISTORY = [
  words('user', 'which flights?'),
  words('agent', 'one at nine'),
  words('user', 'book it'),
  words('agent', 'under which '),
  words('agent', 'name?'),
];

describe('the report of a task that waits for its caller', () => {
  it('tells what the agent said last, where that is in the history alone', () => {
    const report = reportOf({ history: HISTORY });
    assert.match(report, /under which name\?/);
    assert.doesNotMatch(report, /one at nine|book it/);
  });

  it('leaves the history alone where the status says it', () => {
    const report = reportOf({ history: HISTORY, statusMessage: words('agent', 'the name, please') });
    assert.match(report, /the name, please/);
    assert.doesNotMatch(report, /under which/);
  });
});

function reportOf(told: Partial<Task>): string {
  let text = '';
  const out = {
    style: styleFor(process.stdout),
    isTerminal: false,
    width: 100,
    line: (line = '') => {
      text += `${line}\n`;
    },
    write: () => undefined,
  };
  const task = { id: 't1', contextId: 'c1', state: 'input-required', ...told };
  const outcome = { kind: 'input-required', ok: false, findings: [], task } as unknown as Outcome;
  reportOutcome(outcome, undefined, 10, out);
  return text;
}
