import { type Course, seenAt } from './course.ts';
import { isOwn } from './names.ts';
import { lastRead, readsBefore, sameRead } from './reads.ts';
import { streamAt } from './streams.ts';
import { isMove } from './told.ts';

/** When anything of the task changed: its state, a read of it, or by a chunk of an artifact. */
export function signsBefore(course: Course, place: number): readonly number[] {
  const signs: number[] = [];
  for (let k = 0; k < place; k++) {
    const seen = seenAt(course, k);
    const last = lastRead(course, k);
    const isChunk = seen.kind === 'artifact' && streamAt(course, k) !== undefined && isOwn(course, k);
    const isNewRead = readsBefore(course, k + 1).at(-1) === k && (last === undefined || !sameRead(course, last, k));
    if (isChunk || isNewRead || isMove(course, k)) signs.push(seen.received);
  }
  return signs;
}
