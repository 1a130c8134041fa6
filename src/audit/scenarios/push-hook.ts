import type { PushConfig } from '../../protocol/observation.ts';
import type { WebHook } from '../../push/web-hook.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

const NEEDS_URL = 'needs --push-url: where the agent can reach a receiver of ours';

/**
 * Opens a web-hook for a piece of work.
 *
 * @param plain it will be registered without credentials, so that none are missed
 * @throws Untested where the agent could not reach it
 */
export async function openHook(stage: Stage, work: Work, plain = false): Promise<WebHook> {
  if (!stage.canBeCalledBack) throw new Untested(NEEDS_URL);
  const listener = await stage.options.receiver();
  const hook = listener.register({
    speaks: stage.options.calls.counterpart,
    ...(work.id === undefined ? {} : { taskId: work.id }),
    observe: (seen) => {
      if (!plain || seen.kind !== 'defect' || seen.defect !== 'credentials') work.see(seen);
    },
  });
  stage.onClose(() => hook.close());
  return hook;
}

/** Registers a web-hook for a task. @throws Untested where the agent refuses its address, or refuses for no fault of its own */
export async function register(work: Work, hook: WebHook): Promise<PushConfig | undefined> {
  const reply = await work.register(hook.registration);
  if (reply.kind === 'other' && reply.seen.kind === 'config') return reply.seen.configs[0];
  if (reply.kind !== 'refused') throw new Untested('the registration of the web-hook was not answered');
  if (work.ended) throw new Untested('the task ended before a web-hook could be registered; give a “slow” prompt');
  const { name, message } = reply.error;
  throw new Untested(
    `the agent refused the web-hook: ${name} ${message.slice(0, 120)}; if that is for its private address, ${NEEDS_URL}`,
  );
}

/**
 * Waits until the end of the task is read, and until it should have been delivered; tells the silence where it was not.
 *
 * @throws Untested where nothing came to an address that an agent may refuse to call, and which it need not refuse aloud
 */
export async function awaitDelivery(stage: Stage, work: Work, hook: WebHook): Promise<void> {
  const isDeliverable = (): boolean => work.ended || work.state === 'input-required';
  if (!(await work.readUntil(isDeliverable, stage.pace.times.patienceMs)))
    throw new Untested('the task had no end that could be delivered');
  await work.read();
  const isDelivered = (): boolean => stage.endDelivered(work, hook.vantage.request.pushUrl);
  await work.untilSilent(isDelivered);
  await work.read();
  if (isDelivered()) return stage.exercised('pushNotifications');
  const ms = stage.pace.silenceMs;
  const heard = wasCalled(stage, work);
  work.see({ kind: 'silence', vantage: hook.vantage, bound: { ms, source: 'measured' }, received: stage.now });
  if (stage.options.publicReceiver || heard) return stage.exercised('pushNotifications');
  stage.doubt('push/never-delivered');
  throw new Untested(
    `no web-hook on this machine was called, and an agent may refuse to call a private address: ${NEEDS_URL}`,
  );
}

/** Whether anything of a task came to a web-hook of ours. */
function wasCalled(stage: Stage, work: Work): boolean {
  const course = stage.courses.find((one) => one.work === work);
  return (course?.observations ?? []).some(({ vantage }) => vantage.channel === 'push');
}
