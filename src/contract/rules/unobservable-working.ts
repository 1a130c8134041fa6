import { type ContractBreach, type ContractRule, invariant } from '../contract-rule.ts';
import { durationText } from '../file/duration.ts';
import { cardWith } from '../setting.ts';
import type { Terms } from '../terms/terms.ts';

export const unobservableWorking: ContractRule = {
  id: 'contract/unobservable-working',
  title: 'There is no bounded way to see that the task is working',
  severity: 'error',
  basis: invariant(
    'For every transition that a declared capability implies the client needs a bounded way to observe it. Without streaming, push and any hint at a cadence a card bounds nothing; reads of our own bound it up to a budget.',
  ),
  certainty: 'certain',
  path: 'observe',
  why: 'A task that runs and a task that hangs look the same, for longer than the caller can afford to ask.',
  remedy: 'Declare streaming or push notifications, or state a `defaultTimeout` that reads can be timed by.',
  *check(terms) {
    const { task, abilities, card } = terms;
    if (terms.opening === 'single-shot') yield singleShot(terms);
    if (!onlyReads(terms)) return;
    const none = `the card offers ${card.capabilities.streaming === true ? 'no stream that can be relied on' : 'no streaming'} and ${pushWords(terms)}`;
    if (task.bounds === 'card' && card.defaultTimeout === undefined) {
      yield {
        effect: 'refuses',
        because: `${none}, and has no defaultTimeout to time reads by`,
        pointer: '/capabilities',
      };
    } else if ((task.maxDurationMs ?? 0) > abilities.pollBudgetMs) {
      yield {
        effect: 'refuses',
        because: `${none}, and the task may run for ${durationText(task.maxDurationMs ?? 0)}, longer than reads may go on (${durationText(abilities.pollBudgetMs)})`,
        pointer: '/capabilities',
      };
    }
  },
  pair: {
    raises: { card: cardWith({ capabilities: { streaming: false } }), task: { bounds: 'card' } },
    nearMiss: { card: cardWith({ capabilities: { streaming: false } }), task: { maxDurationMs: 3_600_000 } },
  },
};

/** One send and its answer: nothing is seen in between, and nothing that a task could need can be had. */
function singleShot({ task, needsStream }: Terms): ContractBreach {
  const needs = task.needs.length > 0 ? task.needs : needsStream ? ['streaming'] : [];
  const because = 'a single shot shows nothing between the message and its answer';
  if (needs.length === 0) return { effect: 'degrades', because, pointer: '', givesUp: 'following the task' };
  return { effect: 'refuses', because: `${because}, and the task needs ${needs.join(' and ')}`, pointer: '' };
}

/** Whether reads are all there is to follow a task by. */
function onlyReads({ opening, push }: Terms): boolean {
  return opening === 'poll' && !push.usable;
}

function pushWords({ push }: Terms): string {
  if (!push.declared) return 'no push notifications';
  const why = push.unreachable ?? push.unsatisfiable ?? 'they are suspect';
  return `push notifications that are of no use (${why})`;
}
