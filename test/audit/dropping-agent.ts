import { randomUUID } from 'node:crypto';
import { asObject } from '../../src/protocol/json.ts';
import { gaveCard, json, startScripted } from '../gateway/scripted-agent.ts';

const UNKNOWN_METHOD = { error: { code: -32601, message: 'Method not found' } };
const UNKNOWN_TASK = { error: { code: -32001, message: 'Task not found' } };

export interface DroppingAgent extends AsyncDisposable {
  readonly url: string;
  /** The tasks that were begun, by the ids of their messages. */
  readonly begun: ReadonlyMap<string, string>;
  readonly canceled: ReadonlySet<string>;
}

/** An agent that begins a task with each message, which works for ever, and answers none of them. */
export async function droppingAgent({ lists }: { readonly lists: boolean }): Promise<DroppingAgent> {
  const begun = new Map<string, string>();
  const canceled = new Set<string>();
  const taskOf = ([messageId, id]: readonly [string, string]) => ({
    id,
    contextId: id,
    status: { state: canceled.has(id) ? 'TASK_STATE_CANCELED' : 'TASK_STATE_WORKING' },
    history: [{ messageId, role: 'ROLE_USER', parts: [{ text: 'do it' }] }],
  });
  const answer = (method: unknown, params: Readonly<Record<string, unknown>>): object | undefined => {
    const known = [...begun].find(([, id]) => id === params['id']);
    switch (method) {
      case 'SendMessage':
        begun.set(String(asObject(params['message'])?.['messageId']), randomUUID());
        return undefined;
      case 'ListTasks': {
        const tasks = [...begun].map(taskOf);
        const sizes = { pageSize: 100, totalSize: tasks.length };
        return lists ? { result: { tasks, nextPageToken: '', ...sizes } } : UNKNOWN_METHOD;
      }
      case 'CancelTask':
        if (known !== undefined) canceled.add(known[1]);
        return known === undefined ? UNKNOWN_TASK : { result: taskOf(known) };
      case 'GetTask':
        return known === undefined ? UNKNOWN_TASK : { result: taskOf(known) };
      default:
        return UNKNOWN_METHOD;
    }
  };
  const agent = await startScripted((request, response, body) => {
    if (gaveCard(request, response, '/')) return;
    const { id, method, params } = asObject(JSON.parse(body)) ?? {};
    const told = answer(method, asObject(params) ?? {});
    if (told === undefined) request.socket.destroy();
    else json(response, { jsonrpc: '2.0', id, ...told });
  });
  return { url: agent.url, begun, canceled, [Symbol.asyncDispose]: () => agent.close() };
}
