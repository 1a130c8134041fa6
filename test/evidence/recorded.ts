import { readTraceFile, type TraceReading } from '../../src/judge/trace-file.ts';
import { recordings as all } from '../protocol/recorded.ts';

const byName = new Map(all().map((recording) => [`${recording.peer}/${recording.scenario}`, recording]));

/** The names of all recordings, such as `google-adk/send-blocking`. */
export const recordings: readonly string[] = [...byName.keys()];

/** The text of a recording. */
export function textOf(name: string): string {
  return byName.get(name)?.text ?? '';
}

/** What a recording shows, read with the card that the agent had then. */
export function readRecorded(name: string): TraceReading {
  return readTraceFile(textOf(name), byName.get(name)?.card);
}
