import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger } from '../../lab/index.ts';
import { plainOutlet } from '../terminal/plain-outlet.ts';
import { reportLedger } from './peer-report.ts';

test('what is told of a ledger leaves out tasks that were only asked for', () => {
  const ledger = new Ledger();
  ledger.add({ kind: 'request', operation: 'get', taskId: 'never-was' });
  const [nothing, something] = [plainOutlet(), plainOutlet()];
  reportLedger(ledger, nothing);
  assert.match(nothing.text(), /No task came\./);
  ledger.add({ kind: 'run', taskId: 'was', state: 'working' });
  reportLedger(ledger, something);
  assert.match(something.text(), /^\nwas {2}told no end; worked until now\n$/);
});
