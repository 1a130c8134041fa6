import { text } from 'node:stream/consumers';
import { readAgentCard } from '../../card/agent-card.ts';
import { seenAcrossTenants } from '../../judge/across-tenants.ts';
import { type JudgedFinding, judge } from '../../judge/judge.ts';
import { type ReadRecordOptions, readRecord, type TrafficRecord } from '../../judge/read-record.ts';
import { RecordError } from '../../judge/record-error.ts';
import type { Recording } from '../../judge/recording.ts';
import { DEFAULT_SILENCES, type SilenceBounds } from '../../judge/silences.ts';
import { lesser, type Severity } from '../../lifecycle/finding.ts';
import { EXIT } from '../exit-code.ts';
import { jsonOf, readText } from '../input-file.ts';
import type { Streams } from '../terminal/outlet.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { judgementJson } from './judgement-json.ts';
import { reportJudgement } from './judgement-report.ts';
import type { JudgeRequest } from './request.ts';

/** A recording and what was found in it. */
export interface Judged {
  readonly recording: Recording;
  readonly findings: readonly JudgedFinding[];
}

/** What became of judging a record. */
export interface Judgement {
  readonly record: TrafficRecord;
  readonly judged: readonly Judged[];
  readonly exitCode: number;
}

/**
 * Judges a record of traffic and tells what was found.
 *
 * @throws UsageError if a file can't be read, or is not what it has to be
 */
export async function runJudge(request: JudgeRequest, { out, input }: Streams): Promise<number> {
  const { file, cardFile, dialect, json } = request;
  const options: ReadRecordOptions = {
    ...(cardFile === undefined ? {} : { card: await readCard(cardFile) }),
    ...(dialect === undefined ? {} : { dialect }),
  };
  if (/^https?:\/\//i.test(file)) throw new UsageError('A record is a file, or - for stdin. A URL is none.');
  const record = recordIn(file === '-' ? await text(input) : await readText(file), file, options);
  const silences = silencesFor(request);
  const foreign = seenAcrossTenants(record.recordings);
  const judged = record.recordings.map((recording) => ({
    recording,
    findings: [...judge(recording, { silences }), ...(foreign.get(recording) ?? [])],
  }));
  const judgement: Judgement = { record, judged, exitCode: exitCodeOf(judged, request.failOn) };
  if (json) out.line(safeJson(judgementJson(judgement), 2));
  else reportJudgement(judgement, out);
  return judgement.exitCode;
}

function recordIn(content: string, file: string, options: ReadRecordOptions): TrafficRecord {
  // The first byte of gzip.
  if (content.startsWith('\u001f')) {
    throw new UsageError(
      `${file === '-' ? 'What came on stdin' : file} is compressed: gunzip -c FILE | probity judge -`,
    );
  }
  try {
    return readRecord(content, options);
  } catch (cause) {
    if (!(cause instanceof RecordError)) throw cause;
    throw new UsageError(`${file === '-' ? 'What came on stdin' : file}: ${cause.message}`, { cause });
  }
}

function silencesFor({ pushWithinMs }: JudgeRequest): SilenceBounds {
  if (pushWithinMs === undefined) return DEFAULT_SILENCES;
  return { ...DEFAULT_SILENCES, push: { ms: pushWithinMs, source: 'profile' } };
}

function exitCodeOf(judged: readonly Judged[], failOn: Severity): number {
  if (judged.every(({ recording }) => recording.observations.length === 0)) return EXIT.unknown;
  const fails = judged.some(({ findings }) =>
    findings.some(({ finding }) => lesser(finding.severity, failOn) === failOn),
  );
  return fails ? EXIT.other : EXIT.ok;
}

async function readCard(file: string): Promise<unknown> {
  const card = jsonOf(await readText(file), file);
  if (readAgentCard(card) === undefined) throw new UsageError(`${file} is no agent card: it names no interface.`);
  return card;
}
