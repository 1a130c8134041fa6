import type { HttpRequest } from '../../http/http-message.ts';
import type { Scenario } from '../scenario.ts';

/** Requests are processed by the version that they name, or refused. */
export const versions: Scenario = {
  id: 'versions',
  title: 'reads a task by versions that there are, that there are not, and by none',
  capabilities: ['versions'],
  effects: 'tasks',
  appliesTo: ({ dialect }) => dialect === '1.0',
  run: async (stage) => {
    const work = await stage.ended('quick');
    for (const version of ['1.0', '0.3', '99.0', '']) {
      const reply = await work.read({ edit: named(version), facts: { version } });
      stage.answered(reply, `version ${version || 'absent'}`, 'versions');
    }
  },
};

function named(version: string): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const { 'a2a-version': _, ...headers } = request.headers ?? {};
    return { ...request, headers: version === '' ? headers : { ...headers, 'a2a-version': version } };
  };
}
