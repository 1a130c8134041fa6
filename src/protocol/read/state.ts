import { TASK_STATES, type TaskState } from '../task-state.ts';
import { FORM, type Noticed, noticeAbsent } from './form.ts';

const ENUM: ReadonlyMap<string, TaskState> = new Map([
  ...TASK_STATES.map((state) => [`TASK_STATE_${state.toUpperCase().replace('-', '_')}`, state] as const),
  ['TASK_STATE_UNSPECIFIED', 'unknown'],
]);
const SHORT: ReadonlyMap<string, TaskState> = new Map(TASK_STATES.map((state) => [state, state] as const));
/** The numbers of the enum in a2a.proto: some peers leak them. */
const NUMBERS: readonly TaskState[] = [
  'unknown',
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
];
/** The longest text that may be a misspelled state. */
const LONGEST = 40;

/** Reads a task state in any spelling that peers use; `unknown` where it is none, which is noticed. */
export function readState(value: unknown, noticed: Noticed): TaskState {
  if (typeof value === 'string') {
    const own = ENUM.get(value);
    if (own !== undefined) {
      noticed.bits |= FORM.enumState;
      return own;
    }
    const short = SHORT.get(value);
    if (short !== undefined) {
      noticed.bits |= FORM.shortState;
      return short;
    }
  }
  return readOddState(value, noticed);
}

function readOddState(value: unknown, noticed: Noticed): TaskState {
  if (value === 'TASK_STATE_CANCELLED') {
    noticed.bits |= FORM.doubleL;
    return 'canceled';
  }
  if (value === undefined) {
    noticeAbsent(noticed, 'status.state');
    return 'unknown';
  }
  let state: TaskState | undefined;
  if (typeof value === 'number') state = NUMBERS[value];
  if (typeof value === 'string' && value.length <= LONGEST) {
    const plain = value
      .toLowerCase()
      .replace(/^task_?state_?/, '')
      .replace(/[_\s]+/g, '-')
      .replace('cancelled', 'canceled');
    state = plain === 'unspecified' ? 'unknown' : SHORT.get(plain);
  }
  if (state !== undefined) {
    noticed.bits |= FORM.oddState;
    return state;
  }
  if ((noticed.bits & FORM.strangeState) === 0) noticed.state = value;
  noticed.bits |= FORM.strangeState;
  return 'unknown';
}
