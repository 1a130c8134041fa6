import type { JudgedFinding } from '../../judge/judge.ts';
import { seenWords } from '../../judge/seen-words.ts';
import type { Judged, Judgement } from './run-judge.ts';

/** The shape of the JSON that `judge` writes. It grows without a new number; it changes only with one. */
const SCHEMA_VERSION = 1;

/** What was found in a record, for programs. Times are in ms since the recording began. */
export function judgementJson({ record, judged, exitCode }: Judgement): unknown {
  return {
    schemaVersion: SCHEMA_VERSION,
    format: record.format,
    exitCode,
    recordings: judged.map(recordingJson),
    unread: record.unread.map(({ line, why }) => ({ line, why })),
    doubts: record.doubts.map(({ line, why }) => ({ line, why })),
  };
}

function recordingJson({ recording, findings }: Judged) {
  const { agent, claims, framesTimed, observations } = recording;
  return { agent, claims, framesTimed, observations: observations.length, findings: findings.map(findingJson) };
}

function findingJson({ finding, taskId, witness }: JudgedFinding) {
  const { seen: _, ...rest } = finding;
  return {
    ...rest,
    taskId,
    witness: witness.map((seen) => ({
      atMs: seen.received,
      call: seen.vantage.id,
      operation: seen.vantage.operation,
      channel: seen.vantage.channel,
      askedMs: seen.vantage.asked,
      kind: seen.kind,
      says: seenWords(seen),
    })),
  };
}
