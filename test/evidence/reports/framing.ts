import { closed, event, message03, message10, opened, type Recreation, rpc, wired } from './recreation.ts';

const working10 = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } };

export const framingReports: readonly Recreation[] = [
  wired(
    'R032',
    ['stream/late-refusal'],
    rpc(1, 'SubscribeToTask', { id: 't1' }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, error: { code: -32004, message: 'The task has ended.' } }),
    closed(1),
  ),
  wired(
    'R091',
    ['stream/unasked'],
    rpc(1, 'message/send', { message: message03 }),
    opened(1),
    event(1, {
      jsonrpc: '2.0',
      id: 1,
      result: { kind: 'task', id: 't1', contextId: 'c1', status: { state: 'completed' } },
    }),
    closed(1),
  ),
  wired(
    'R098',
    ['stream/error-in-success'],
    rpc(1, 'message/stream', { message: message03 }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, result: { error: 'task timed out' } }),
    closed(1),
  ),
  wired(
    'R100',
    ['stream/no-terminal'],
    rpc(1, 'SendStreamingMessage', { message: message10 }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, result: { task: working10 } }),
    closed(1),
  ),
  wired(
    'R100',
    ['stream/error-in-success'],
    rpc(1, 'SendStreamingMessage', { message: message10 }),
    opened(1),
    event(1, { jsonrpc: '2.0', id: 1, result: { task: working10 } }),
    event(1, { jsonrpc: '2.0', id: 1, result: { error: { code: 13, message: 'it broke' } } }),
    closed(1),
  ),
  wired(
    'R103',
    ['stream/rpc-envelope'],
    rpc(1, 'SendStreamingMessage', { message: message10 }),
    opened(1),
    event(1, { id: 1, result: { message: { messageId: 'm2', role: 'ROLE_AGENT', parts: [{ text: 'hello' }] } } }),
    closed(1),
  ),
];
