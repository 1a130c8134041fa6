import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { onFaults } from '../parts/faults.ts';

export const errorsLeak = defineDeviation({
  name: 'errors-leak',
  title: 'puts stack traces and paths into its refusals',
  shows: 'whoever sends nonsense learns how the agent is built',
  rules: ['error/leaks-internals'],
  gravity: 'warning',
  create: () => ({ exchange: onFaults(({ reason, message }) => new Fault(reason, `${message}\n${trace}`)) }),
});

const trace = [
  'Traceback (most recent call last):',
  '  File "/srv/agent/app/handlers/tasks.py", line 214, in get_task',
  "    return await self._store['postgresql://agent:hunter2@10.0.3.7/tasks'].fetch(task_id)",
  '    at TaskStore.find (/srv/agent/node_modules/store/index.js:88:13)',
].join('\n');
