import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';

export const pushWrongBody = defineDeviation({
  name: 'push-wrong-body',
  title: 'calls web-hooks with a body in the form of another version',
  shows: 'a receiver of the declared version reads nothing from the call',
  rules: ['push/payload'],
  gravity: 'warning',
  create: () => ({
    push: (delivery, next) => next({ ...delivery, call: { ...delivery.call, body: otherForm } }),
  }),
});

/** What 1.0 wraps is bare in 0.x, and the other way round. */
function otherForm(body: string): string {
  const json = asObject(JSON.parse(body)) ?? {};
  const wrapped = json['task'] ?? json['statusUpdate'] ?? json['artifactUpdate'] ?? json['message'];
  return JSON.stringify(wrapped ?? { task: json });
}
