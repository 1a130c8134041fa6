import { MAX_DEPTH } from '../protocol/bindings/json-scan.ts';
import type { Check } from '../protocol/check.ts';
import { asObject, type JsonObject } from '../protocol/json.ts';
import { findJsonFault } from '../protocol/json-fault.ts';
import type { Message, Task } from '../protocol/model.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';
import { headLine, seenLine, vantageLine } from './evidence-shape.ts';
import { isTooDeep, TOO_DEEP } from './nesting.ts';
import { notJson, RecordError } from './record-error.ts';
import type { Recording } from './recording.ts';

/** Files of this version can be read. It changes when a reader of the old one would misunderstand the new one. */
const SCHEMA_VERSION = 1;

/** A line holds what came over the wire, and has some levels of its own around it. */
const DEEPEST = MAX_DEPTH + 8;

/** Whether a line is one of an evidence file: its head, or one that has lost it. */
export function isEvidence(line: JsonObject): boolean {
  return isEvidenceHead(line) || ['vantage', 'seen'].some((member) => asObject(line[member]) !== undefined);
}

/** Whether a line begins an evidence file. */
function isEvidenceHead(line: JsonObject): boolean {
  return line['probity'] === 'evidence';
}

/**
 * Writes recordings down as an evidence file: lines of JSON. Each recording begins with what the card claims; then come
 * the observations, each call before what was seen by it. What is written is what is judged, not the bytes that came
 * over the wire: members that no rule looks at are left out.
 */
export function* evidenceLines(recordings: readonly Recording[]): Generator<string> {
  for (const { agent, claims, observations, framesTimed } of recordings) {
    yield JSON.stringify({ probity: 'evidence', schemaVersion: SCHEMA_VERSION, framesTimed, agent, claims });
    const channels = new Map<number, Vantage['channel']>();
    for (const observation of observations) {
      const { vantage, ...seen } = bare(observation);
      const { id, channel } = vantage;
      if (!channels.has(id)) yield JSON.stringify({ vantage });
      const usual = channels.get(id) ?? channel;
      channels.set(id, usual);
      yield JSON.stringify({ seen: { ...seen, vantage: id, ...(channel === usual ? {} : { channel }) } });
    }
  }
}

/**
 * Reads an evidence file.
 *
 * @throws RecordError at the first line that can't stand in one, or is of a version that is not known
 */
export function readEvidence(text: string): readonly Recording[] {
  const recordings: (Omit<Recording, 'observations'> & { observations: Observation[] })[] = [];
  let vantages = new Map<unknown, Vantage>();
  let line = 0;
  for (const one of text.split('\n')) {
    line++;
    if (one.trim() === '') continue;
    const json = parsed(one, line);
    const recording = recordings.at(-1);
    if (isEvidenceHead(json)) {
      requireVersion(json['schemaVersion'], line);
      require(headLine, json, line);
      const { agent, claims, framesTimed } = json as unknown as Recording;
      recordings.push({ ...(agent && { agent }), claims, framesTimed, observations: [] });
      vantages = new Map();
    } else if (recording === undefined) {
      throw headless(line);
    } else if (json['vantage'] !== undefined) {
      require(vantageLine, json, line);
      const { vantage } = json as unknown as { vantage: Vantage };
      vantages.set(vantage.id, vantage);
    } else {
      require(seenLine, json, line);
      recording.observations.push(observationOf(json['seen'] as JsonObject, vantages, line));
    }
  }
  return recordings;
}

function observationOf(seen: JsonObject, vantages: ReadonlyMap<unknown, Vantage>, line: number): Observation {
  const { vantage: id, channel, ...rest } = seen;
  const known = vantages.get(id);
  if (known === undefined) throw bad(`no line before it tells vantage ${id}`, line);
  const vantage = channel === undefined ? known : { ...known, channel: channel as Vantage['channel'] };
  const observation = { ...rest, vantage } as unknown as Observation;
  if (observation.received < vantage.asked) throw bad('it was received before it was asked for', line);
  if (observation.kind === 'task') return { ...observation, task: { ...observation.task, raw: {} } };
  if (observation.kind !== 'list') return observation;
  return { ...observation, tasks: observation.tasks.map((task) => ({ ...task, raw: {} })) };
}

function parsed(text: string, line: number): JsonObject {
  let json: JsonObject | undefined;
  try {
    json = asObject(JSON.parse(text));
  } catch (cause) {
    const fault = findJsonFault(text);
    if (fault !== undefined) throw notJson(fault, line);
    throw cause;
  }
  if (json === undefined) throw bad('it is no object', line);
  if (isTooDeep(json, DEEPEST)) throw bad(TOO_DEEP, line);
  return json;
}

function requireVersion(version: unknown, line: number): void {
  if (version === SCHEMA_VERSION) return;
  throw new RecordError(
    `this evidence file has version ${typeof version === 'number' ? version : 'none'}, and only ${SCHEMA_VERSION} can be read. Use the Probity that wrote it.`,
    { code: 'other-schema', line },
  );
}

function require(check: Check, json: JsonObject, line: number): void {
  const fault = check(json, '');
  if (fault !== undefined) throw bad(`${fault.path || 'it'} is not ${fault.expected}`, line);
}

function headless(line: number): RecordError {
  const head = { probity: 'evidence', schemaVersion: SCHEMA_VERSION, framesTimed: true, claims: LEAST_CLAIMS };
  return new RecordError(
    `this is a line of an evidence file, and none before it begins a recording, which tells what the card claims. Put the line that did before it, or, where that is lost, ${JSON.stringify(head)} with the version and binding that were spoken.`,
    { code: 'bad-evidence', line },
  );
}

/** What has to be known of an interface to judge what was seen of it. */
const LEAST_CLAIMS = { dialect: '1.0', binding: 'JSONRPC', inputModes: [], outputModes: [], requiredExtensions: [] };

function bad(what: string, line: number): RecordError {
  return new RecordError(`this is no line of an evidence file: ${what}.`, { code: 'bad-evidence', line });
}

/** An observation without the copies of what was read. */
function bare(seen: Observation): Observation {
  switch (seen.kind) {
    case 'task':
      return { ...seen, task: bareTask(seen.task) };
    case 'list':
      return { ...seen, tasks: seen.tasks.map(bareTask) };
    case 'message':
      return { ...seen, message: bareMessage(seen.message) };
    case 'status':
      return seen.message === undefined ? seen : { ...seen, message: bareMessage(seen.message) };
    default:
      return seen;
  }
}

function bareTask(task: Task): Task {
  const { raw: _, ...rest } = task;
  return {
    ...rest,
    statusMessage: task.statusMessage && bareMessage(task.statusMessage),
    history: task.history?.map(bareMessage),
  } as Task;
}

function bareMessage({ raw: _, ...message }: Message): Message {
  return message;
}
