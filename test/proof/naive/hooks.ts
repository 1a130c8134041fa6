import type { ConfigSeen, Vantage } from '../../../src/protocol/observation.ts';
import type { TaskState } from '../../../src/protocol/task-state.ts';
import { askedAt, before, type Course, seenAt } from './course.ts';
import { RESULTS } from './definition.ts';
import { namedState } from './names.ts';
import { isSend } from './turns.ts';

export const CREATE = 'CreateTaskPushNotificationConfig';
export const LIST = 'ListTaskPushNotificationConfigs';
export const DELETE = 'DeleteTaskPushNotificationConfig';

/** One registration of a web-hook, and what came of it. */
export interface Hook {
  readonly url: string | undefined;
  readonly askedId: string | undefined;
  readonly id: string | undefined;
  readonly asked: number;
  readonly inline: boolean;
  readonly taken: number | undefined;
  readonly deleteAsked: number | undefined;
  readonly deleted: number | undefined;
  /** The places of its deliveries. */
  readonly posts: readonly number[];
}

/** The registrations before a place, the oldest first. */
export const hooksBefore = before((course, at): readonly Hook[] => {
  const hooks: Hook[] = [];
  const change = (_k: number, vantage: Vantage, next: (hook: Hook) => Partial<Hook>): void => {
    const hook = hookAmong(hooks, vantage);
    if (hook !== undefined) hooks[hooks.indexOf(hook)] = { ...hook, ...next(hook) };
  };
  for (let k = 0; k < at; k++) {
    const seen = seenAt(course, k);
    const { vantage } = seen;
    if (vantage.channel === 'push') {
      if ((RESULTS as readonly string[]).includes(seen.kind))
        change(k, vantage, (hook) => ({ posts: [...hook.posts, k] }));
    } else if (seen.kind === 'asked') {
      const { request } = vantage;
      const inline = isSend(seen) && request.pushUrl !== undefined;
      if (inline || vantage.operation === CREATE)
        hooks.push({
          url: request.pushUrl,
          askedId: request.configId,
          id: request.configId,
          asked: vantage.asked,
          inline,
          taken: undefined,
          deleteAsked: undefined,
          deleted: undefined,
          posts: [],
        });
      if (vantage.operation === DELETE)
        change(k, vantage, (hook) => ({ deleteAsked: hook.deleteAsked ?? vantage.asked }));
    } else if (seen.kind === 'config') {
      if (vantage.operation === CREATE)
        change(k, vantage, (hook) => ({ taken: hook.taken ?? seen.received, id: seen.configs[0]?.id ?? hook.id }));
      if (vantage.operation === DELETE) change(k, vantage, (hook) => ({ deleted: hook.deleted ?? seen.received }));
    }
  }
  return hooks;
});

/** The registration that a call or delivery is about: the newest with its URL, else with its id, else the only one. */
function hookAmong(hooks: readonly Hook[], { request }: Vantage): Hook | undefined {
  if (request.pushUrl !== undefined) return hooks.findLast(({ url }) => url === request.pushUrl);
  if (request.configId !== undefined) return hooks.findLast(({ id }) => id === request.configId);
  return hooks.length === 1 ? hooks[0] : undefined;
}

/** The registration that a call or delivery is about. */
export function hookOf(course: Course, at: number, vantage: Vantage): Hook | undefined {
  return hookAmong(hooksBefore(course, at), vantage);
}

/** Whether an answer holds a registration. */
export function isListed({ configs }: ConfigSeen, hook: Hook): boolean {
  return configs.some(({ id, url }) => (id !== undefined && hook.id !== undefined ? id === hook.id : url === hook.url));
}

/** Whether it was taken before a call was asked, and nobody asked to delete it. */
export function isKept(hook: Hook, course: Course, at: number): boolean {
  return hook.taken !== undefined && hook.taken < askedAt(course, at) && hook.deleteAsked === undefined;
}

/** The state that was delivered last. */
export function postedState(hook: Hook, course: Course): TaskState | undefined {
  return hook.posts.map((k) => namedState(seenAt(course, k))).findLast((state) => state !== undefined);
}
