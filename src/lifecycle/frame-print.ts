import type { Message, Part } from '../protocol/model.ts';
import type { ArtifactSeen, MessageSeen, StatusSeen, TaskSeen } from '../protocol/observation.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import { type Fingerprint, type FingerprintKey, mixNumber, mixText } from './fingerprint.ts';
import { stateBit } from './order.ts';
import type { Stamp } from './situation.ts';

/** Of long texts only so many code units at each end are looked at. */
const END = 32;

const print: Fingerprint = { high: 0, low: 0, run: undefined };

/**
 * A small keyed print by which a frame is known again if it is sent twice: its ids, state, time and a sample of its
 * content, never the whole of it. Never 0.
 */
export function framePrint(
  seen: TaskSeen | StatusSeen | ArtifactSeen | MessageSeen,
  stamp: Stamp | undefined,
  key: FingerprintKey,
): number {
  print.high = key[0] | 0;
  print.low = key[1] | 0;
  switch (seen.kind) {
    case 'status':
      mixNumber(print, stateBit(seen.state) + 1);
      mixNumber(print, stamp ?? -1);
      mixMessage(seen.message);
      break;
    case 'artifact':
      mixText(print, seen.artifact.artifactId);
      mixNumber(print, (seen.append ? 2 : 0) + (seen.lastChunk ? 1 : 0));
      mixParts(seen.artifact.parts);
      break;
    case 'task':
      mixNumber(print, stateBit(seen.task.state));
      mixNumber(print, stamp ?? -1);
      mixNumber(print, seen.task.artifacts?.length ?? -1);
      mixMessage(seen.task.statusMessage);
      break;
    default:
      mixMessage(seen.message);
  }
  return (print.high ^ print.low) | 1;
}

/** By which an artifact is known again, with all that it holds. */
export function artifactPrint({ artifactId, high, low, run }: ArtifactRecord): number {
  print.high = high;
  print.low = low;
  mixText(print, run ?? '');
  mixText(print, artifactId);
  return print.high ^ print.low;
}

/** By which an id is known again. Never 0. */
export function idPrint(id: string, key: FingerprintKey): number {
  print.high = key[0] | 0;
  print.low = key[1] | 0;
  mixText(print, id);
  return (print.high ^ print.low) | 1;
}

/** By which a question is known again if it is asked in the same words. Never 0. */
export function questionPrint(message: Message, key: FingerprintKey): number {
  print.high = key[0] | 0;
  print.low = key[1] | 0;
  mixParts(message.parts);
  return (print.high ^ print.low) | 1;
}

function mixMessage(message: Message | undefined): void {
  if (message === undefined) return;
  if (message.messageId !== undefined) mixText(print, message.messageId);
  // Some agents go on with a message under its id: what it says counts too.
  mixParts(message.parts);
}

function mixParts(parts: readonly Part[]): void {
  mixNumber(print, parts.length);
  for (const part of parts) {
    const text = part.text ?? part.raw ?? part.url;
    if (text === undefined) mixData(part.data);
    else mixEnds(text);
    if (part.mediaType) mixEnds(part.mediaType);
    if (part.filename) mixEnds(part.filename);
  }
}

function mixEnds(text: string): void {
  mixNumber(print, text.length);
  if (text.length <= 2 * END) return mixText(print, text);
  mixText(print, text, 0, END);
  mixText(print, text, text.length - END);
}

/** The top level of a data part, as far as it is text and numbers. */
function mixData(data: unknown): void {
  if (typeof data === 'string') return mixEnds(data);
  if (typeof data !== 'object' || data === null) return mixEnds(String(data));
  let members = 0;
  for (const [name, value] of Object.entries(data)) {
    if (++members > END) return;
    mixEnds(name);
    if (typeof value === 'string') mixEnds(value);
    else if (typeof value !== 'object') mixEnds(String(value));
    else if (Array.isArray(value)) mixNumber(print, value.length);
  }
}
