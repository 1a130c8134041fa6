import type { ConfigSeen, Observation, Vantage } from '../protocol/observation.ts';
import { stateOf } from './order.ts';
import type { ConfigRecord } from './push-record.ts';
import { rareOf, type TaskRecord } from './record.ts';
import type { Situation } from './situation.ts';

/** No more registrations than these are remembered of one task. */
const MOST_CONFIGS = 8;

/** A web-hook is being registered by a call of its own. */
export function noteRegistration(vantage: Vantage, at: Situation): void {
  addConfig(vantage, at, false);
}

/** A send carries a registration. */
export function noteInlineConfig(vantage: Vantage, at: Situation): void {
  if (vantage.request.pushUrl !== undefined) addConfig(vantage, at, true);
}

function addConfig({ request }: Vantage, at: Situation, inline: boolean): void {
  const rare = rareOf(at.task);
  rare.push ??= { configs: undefined };
  const config: ConfigRecord = {
    url: request.pushUrl,
    id: request.configId,
    next: rare.push.configs,
    asked: at.asked,
    inline,
    taken: undefined,
    deleted: undefined,
    missing: 0,
    posts: 0,
    state: undefined,
    stamp: undefined,
    print: 0,
    late: 0,
  };
  rare.push.configs = config;
  let length = 0;
  for (let entry: ConfigRecord | undefined = config; entry !== undefined; entry = entry.next) {
    if (++length === MOST_CONFIGS) entry.next = undefined;
  }
}

/** The registration that a call or a delivery is about: by its URL, else by its id, else the only one. */
export function configOf(vantage: Vantage, task: TaskRecord): ConfigRecord | undefined {
  const first = task.rare?.push?.configs;
  const { pushUrl, configId } = vantage.request;
  for (let at = first; at !== undefined; at = at.next) {
    if (pushUrl === undefined ? configId !== undefined && at.id === configId : at.url === pushUrl) return at;
  }
  return pushUrl === undefined && configId === undefined && first?.next === undefined ? first : undefined;
}

/** The answer to a push operation. */
export function noteConfigs(seen: ConfigSeen, at: Situation): void {
  const { operation } = seen.vantage;
  const config = configOf(seen.vantage, at.task);
  if (operation === 'CreateTaskPushNotificationConfig') {
    if (config === undefined) return;
    config.taken ??= at.now;
    config.id = seen.configs[0]?.id ?? config.id;
  } else if (operation === 'DeleteTaskPushNotificationConfig') {
    if (config !== undefined) config.deleted ??= at.now;
  } else if (operation === 'ListTaskPushNotificationConfigs') {
    for (let entry = at.task.rare?.push?.configs; entry !== undefined; entry = entry.next) {
      entry.missing = isListed(seen, entry) ? 0 : entry.missing + 1;
    }
  } else if (config !== undefined) {
    config.missing = isListed(seen, config) ? 0 : config.missing + 1;
  }
}

/** Whether an answer holds a registration. */
export function isListed(seen: ConfigSeen, config: ConfigRecord): boolean {
  return seen.configs.some((entry) =>
    config.id !== undefined && entry.id !== undefined ? entry.id === config.id : entry.url === config.url,
  );
}

/** Something was delivered to a web-hook. It is a hint to read, and changes nothing that is known of the task. */
export function noteDelivery(seen: Observation, at: Situation): void {
  if (seen.kind !== 'task' && seen.kind !== 'status' && seen.kind !== 'artifact' && seen.kind !== 'message') return;
  const config = configOf(seen.vantage, at.task);
  if (config === undefined) return;
  config.posts++;
  if (config.deleted !== undefined && at.now - config.deleted > at.limits.inFlightGraceMs) config.late++;
  config.print = at.print;
  config.state = stateOf(seen) ?? config.state;
  config.stamp = at.stamp ?? config.stamp;
}
