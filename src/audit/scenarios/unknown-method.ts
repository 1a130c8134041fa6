import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../../http/http-message.ts';
import { asObject } from '../../protocol/json.ts';
import type { Scenario } from '../scenario.ts';

/** What no version knows is refused as such. */
export const unknownMethod: Scenario = {
  id: 'unknown-method',
  title: 'calls a method that no version has',
  capabilities: ['errors'],
  effects: 'nothing',
  run: async (stage) => {
    const reply = await stage.probe(
      { operation: 'GetTask', taskId: randomUUID() },
      { edit: renamed, facts: { probe: 'unknown-method' } },
    );
    stage.answered(reply, 'an unknown method', 'errors');
  },
};

function renamed(request: HttpRequest): HttpRequest {
  if (typeof request.body !== 'string') {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/\/tasks\/.*$/, '/probity-knows-no-such-path');
    return { ...request, url: url.href };
  }
  const call = asObject(JSON.parse(request.body));
  return { ...request, body: JSON.stringify({ ...call, method: 'ProbityKnowsNoSuchMethod' }) };
}
