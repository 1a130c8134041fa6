import type { ConfigSeen, Observation, Vantage } from '../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../protocol/task-state.ts';
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

/** A web-hook is to be deleted: from now on it may be gone. */
export function noteDeletion(vantage: Vantage, at: Situation): void {
  const config = configOf(vantage, at.task);
  if (config !== undefined) config.deleteAsked ??= at.asked;
}

function addConfig({ request }: Vantage, at: Situation, inline: boolean): void {
  const rare = rareOf(at.task);
  rare.push ??= { configs: undefined };
  const config: ConfigRecord = {
    url: request.pushUrl,
    askedId: request.configId,
    id: request.configId,
    next: rare.push.configs,
    asked: at.asked,
    inline,
    taken: undefined,
    deleteAsked: undefined,
    deleted: undefined,
    posts: 0,
    state: undefined,
    stamp: undefined,
    print: 0,
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
  } else if (operation === 'DeleteTaskPushNotificationConfig' && config !== undefined) {
    config.deleted ??= at.now;
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
  config.print = at.print;
  config.state = stateOf(seen) ?? config.state;
  config.stamp = at.stamp ?? config.stamp;
}

/** Whether a read has shown, long enough ago, an end or a question that came about after a web-hook was registered. */
export function isDue(config: ConfigRecord, at: Situation): boolean {
  const { reads, stateSince, state } = at.task;
  const registered = config.inline ? config.asked : config.taken;
  if (registered === undefined || config.deleteAsked !== undefined || reads === undefined) return false;
  if (reads.state !== state || (!isTerminal(state) && !isInterrupted(state))) return false;
  return stateSince > registered && at.now - stateSince >= at.limits.pushMs;
}
