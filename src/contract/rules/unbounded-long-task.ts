import { V02, V03 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { durationText } from '../file/duration.ts';
import { cardWith, remembering } from '../setting.ts';

const distrusted = remembering({ task: 'suspect' });

export const unboundedLongTask: ContractRule = {
  id: 'contract/unbounded-long-task',
  title: 'A single answer may take longer than the client can wait',
  severity: 'error',
  basis: invariant(
    'No plan has an unbounded wait: what is longer than one answer may take needs a task that can be followed.',
  ),
  perDialect: {
    '0.3': {
      basis: invariant(
        'No plan has an unbounded wait; nothing in 0.3 promises that a send returns before the work is done.',
        '7.1.2',
        V03,
      ),
    },
    '0.2': {
      basis: invariant(
        'No plan has an unbounded wait; nothing in 0.2 promises that a send returns before the work is done.',
        '7.1.1',
        V02,
      ),
    },
  },
  certainty: 'certain',
  path: 'observe',
  why: 'The connection ends before the work does, and with it the only hold on the work.',
  remedy: 'Return a task at once and keep to its life cycle, so that callers can follow it.',
  *check({ opening, task, abilities, interface: at, standing }) {
    const longest = task.maxDurationMs;
    if (longest === undefined || longest <= abilities.blockingLimitMs) return;
    const waits = `the task may run for ${durationText(longest)}, and the client waits ${durationText(abilities.blockingLimitMs)} for an answer`;
    const onlyShot = task.singleShot && standing('task') === 'suspect';
    if (opening === 'single-shot' || onlyShot) {
      yield { effect: 'refuses', because: `only a single shot is left, ${waits}`, pointer: '' };
    } else if (opening !== 'stream' && at !== undefined && at.dialect !== '1.0') {
      yield {
        effect: 'noted',
        because: `nothing in A2A ${at.dialect} promises that a send returns before the work is done, and ${waits}`,
        pointer: '',
      };
    }
  },
  pair: {
    raises: { card: cardWith(), trust: distrusted, task: { singleShot: true, maxDurationMs: 7_200_000 } },
    nearMiss: { card: cardWith(), trust: distrusted, task: { singleShot: true, maxDurationMs: 20_000 } },
  },
};
