import { COURSES, type Course, type Incident } from './naive-caller.ts';
import type { Encounter } from './proof.ts';

/** What no gateway can keep from a caller, and why. An error is told in the protocol's own words, so it is none of these. */
const LEFT: readonly { readonly deviation: string; readonly courses: readonly Course[]; readonly why: string }[] = [
  {
    deviation: 'never-ends',
    courses: ['streams', 'waits'],
    why: 'the agent tells no end on any channel; that the work is done nobody can know',
  },
  {
    deviation: 'blocking-ignored',
    courses: ['waits'],
    why: 'before 1.0 no text says that a send has to wait, so its early answer passes',
  },
  {
    deviation: 'artifact-listed-twice',
    courses: ['streams'],
    why: 'two artifacts of one id in a read are one on a stream',
  },
  {
    deviation: 'completed-then-failed',
    courses: ['answers with data'],
    why: 'the agent takes its own success back before it is verified; failed is then the truth of the matter',
  },
  {
    deviation: 'huge-fields',
    courses: ['cancels'],
    why: 'what was under way on one connection when a cancel was answered on another may arrive behind that',
  },
  ...['bom-and-crlf', 'odd-framing', 'malformed-task'].map((deviation) => ({
    deviation,
    courses: COURSES,
    why: 'the caller of the proof can not read such bytes, which pass as they came',
  })),
];

/** Why an encounter may leave a caller with an incident; `undefined` where it may not. */
export function reasonLeft({ deviation, course, dialect }: Encounter): string | undefined {
  if (deviation === 'blocking-ignored' && dialect === '1.0') return undefined;
  return LEFT.find((each) => each.deviation === deviation && each.courses.includes(course))?.why;
}

/** Deviations that a caller without the gateway must be seen to suffer from. */
export const TELLING: readonly (readonly [deviation: string, course: Course, incident: Incident])[] = [
  ['zombie-cancel', 'cancels', 'flip'],
  ['canceled-then-completed', 'cancels', 'flip'],
  ['cancel-in-word-only', 'cancels', 'frames after the end'],
  ['cancel-hangs', 'cancels', 'cancel that hangs'],
  ['mute-stream', 'streams', 'mute stream'],
  ['no-terminal', 'streams', 'lost end'],
  ['end-withheld', 'streams', 'lost end'],
  ['stream-stays-open', 'streams', 'lost end'],
  ['events-after-end', 'streams', 'frames after the end'],
  ['artifact-after-end', 'streams', 'frames after the end'],
  ['events-twice', 'streams', 'changed artifacts'],
  ['artifact-events-dropped', 'streams', 'changed artifacts'],
  ['artifacts-missing', 'streams', 'changed artifacts'],
  ['shifting-artifacts', 'waits', 'changed artifacts'],
  ['growing-artifacts', 'waits', 'changed artifacts'],
  ['stream-says-failed', 'streams', 'flip'],
  ['completed-then-failed', 'waits', 'flip'],
  ['flapping-end', 'waits', 'flip'],
  ['foreign-task-id', 'streams', 'another task'],
  ['unclean-events', 'streams', 'lost end'],
  ['resume-rejects-data', 'answers with data', 'false failure'],
  ['answer-lost', 'asks again', 'double send'],
];
