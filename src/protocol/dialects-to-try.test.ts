import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decoding, outcomeOf } from '../../test/support/decoding.ts';
import { dialectsToTry } from './dialects-to-try.ts';

describe('after a first call that failed, other dialects', () => {
  const v1 = decoding('1.0', 'JSONRPC');
  const after = (error: object, dialect: '0.2' | '0.3' | '1.0' = '1.0') =>
    dialectsToTry(outcomeOf(v1.answer('SendMessage', { jsonrpc: '2.0', id: 1, error })), dialect);

  it('are worth a try where the method is unknown', () => {
    assert.deepEqual(after({ code: -32601, message: 'Method not found' }), ['0.3']);
    assert.deepEqual(after({ code: -32601, message: 'Method not found' }, '0.2'), ['1.0']);
  });

  it('are those that the agent names, where the version is refused', () => {
    const refused = { code: -32009, message: 'no' };
    assert.deepEqual(after(refused), ['0.3']);
    assert.deepEqual(after({ ...refused, data: { supportedVersions: ['0.2.5', '0.3', '2.0', 7, '1.0'] } }), [
      '0.2',
      '0.3',
    ]);
    assert.deepEqual(after({ ...refused, data: [{ metadata: { supportedVersions: '0.3, 1.0' } }] }, '0.2'), [
      '0.3',
      '1.0',
    ]);
  });

  it('are worth a try where there is no such route', () => {
    const http = decoding('1.0', 'HTTP+JSON');
    const seen = outcomeOf(http.answer('SendMessage', 'Cannot POST', { status: 404, type: 'text/html' }));
    assert.deepEqual(dialectsToTry(seen, '1.0'), ['0.3']);
  });

  it('are not, where the call itself was refused or may have been taken in', () => {
    for (const code of [-32001, -32602, -32603, -32005]) assert.deepEqual(after({ code, message: 'no' }), []);
    const http = decoding('1.0', 'HTTP+JSON');
    assert.deepEqual(dialectsToTry(outcomeOf(http.answer('SendMessage', 'oops', { status: 500 })), '1.0'), []);
  });
});

describe('the dialect that a peer writes in', () => {
  const spoken = (dialect: '0.3' | '1.0', payload: unknown) => {
    const [first] = decoding(dialect, 'JSONRPC', { rpcId: 1 }).frame({ jsonrpc: '2.0', id: 1, result: payload });
    return first?.kind === 'defect' ? [first.defect, first.spoken] : first?.kind;
  };

  it('is told where it is not that of the card', () => {
    const old = { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' }, final: false };
    const current = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };
    assert.deepEqual(spoken('1.0', old), ['other-dialect', '0.3']);
    assert.deepEqual(spoken('0.3', current), ['other-dialect', '1.0']);
    assert.equal(spoken('1.0', current), 'status');
    assert.equal(spoken('0.3', old), 'status');
  });

  it('is left open where it is a mixture', () => {
    const mixed = {
      statusUpdate: {
        taskId: 't',
        contextId: 'c',
        status: { state: 'working', message: { messageId: 'm', role: 'ROLE_AGENT', parts: [] } },
      },
    };
    assert.deepEqual(spoken('1.0', mixed), ['other-dialect', undefined]);
  });
});
