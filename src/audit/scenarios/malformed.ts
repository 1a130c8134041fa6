import type { HttpRequest } from '../../http/http-message.ts';
import { asObject } from '../../protocol/json.ts';
import type { Scenario } from '../scenario.ts';

/** Text that would make a large request, of which nothing can be made. */
const BIG = 1_000_000;

/** Requests that are broken are refused in the form of an error, and the agent lives on. */
export const malformed: Scenario = {
  id: 'malformed',
  title: 'sends what is no JSON, what lacks its message, and a large request of that kind',
  capabilities: ['errors'],
  effects: 'tasks',
  run: async (stage) => {
    const call = { operation: 'SendMessage', message: { messageId: 'probity-probe', parts: [] } } as const;
    const broken = await stage.probe(call, { edit: cutOff, facts: { probe: 'malformed-body' } });
    stage.answered(broken, 'a body that is no JSON', 'errors');
    const lacking = await stage.probe(call, { edit: without('message'), facts: { probe: 'missing-member' } });
    stage.answered(lacking, 'a request without its message', 'errors');
    await stage.probe(call, { edit: (request) => enlarged(without('message')(request)) });
  },
};

function cutOff(request: HttpRequest): HttpRequest {
  return { ...request, body: String(request.body).slice(0, -2) };
}

function without(member: string): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const body = asObject(JSON.parse(String(request.body))) ?? {};
    const params = asObject(body['params']);
    const { [member]: _, ...rest } = params ?? body;
    return { ...request, body: JSON.stringify(params === undefined ? rest : { ...body, params: rest }) };
  };
}

function enlarged(request: HttpRequest): HttpRequest {
  const body = asObject(JSON.parse(String(request.body))) ?? {};
  return { ...request, body: JSON.stringify({ ...body, probity: 'x'.repeat(BIG) }) };
}
