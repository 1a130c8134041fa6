import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { Part } from '../model.ts';
import { FORM, type Noticed, noticeWrong } from './form.ts';

type Writable<T> = { -readonly [member in keyof T]: T[member] };

/** Reads the parts of a message or an artifact. What is no part at all is left out and noticed. */
export function readParts(value: unknown, noticed: Noticed): readonly Part[] {
  const list = asList(value);
  let parts: Part[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const part = readPart(list[i], noticed);
    if (part !== list[i]) parts ??= list.slice(0, i) as Part[];
    if (part !== undefined) parts?.push(part);
  }
  return parts ?? (list as readonly Part[]);
}

/** A sound part of 1.0 is handed on as it came, so that unknown members survive; any other is rebuilt. */
function readPart(value: unknown, noticed: Noticed): Part | undefined {
  const part = asObject(value);
  if (part === undefined) {
    noticeWrong(noticed, 'parts[]');
    return undefined;
  }
  const kind = kindOf(part);
  if (kind !== undefined) {
    if (part['kind'] === undefined) noticed.bits |= FORM.kindless;
    return readKindPart(part, kind, noticed);
  }
  if (noticed.protoParts && (part['file'] !== undefined || part['data'] !== undefined)) {
    return readProtoPart(part, noticed);
  }
  if (isSound(part)) {
    noticed.bits |= FORM.memberPart;
    noticeBytes(part['raw'], noticed);
    return part as Part;
  }
  return mendPart(part, noticed);
}

/** What 0.x says by `kind` (and 0.1 said by `type`). Beside a media type it is only a member that nobody knows. */
function kindOf(part: JsonObject): string | undefined {
  const { kind = part['type'] } = part;
  if (part['mediaType'] !== undefined) return undefined;
  return kind === 'text' || kind === 'file' || kind === 'data' ? kind : undefined;
}

/** Whether there is exactly one content, and every member that is known has its type. */
function isSound(part: JsonObject): boolean {
  const { text, raw, url, data, mediaType, filename, metadata } = part;
  let contents = data === undefined ? 0 : 1;
  if (text !== undefined) {
    if (typeof text !== 'string') return false;
    contents++;
  }
  if (raw !== undefined) {
    if (typeof raw !== 'string') return false;
    contents++;
  }
  if (url !== undefined) {
    if (typeof url !== 'string') return false;
    contents++;
  }
  return (
    contents === 1 &&
    (mediaType === undefined || typeof mediaType === 'string') &&
    (filename === undefined || typeof filename === 'string') &&
    (metadata === undefined || asObject(metadata) !== undefined)
  );
}

/** 0.2 and 0.3: `{kind: text | file | data}`. Only files have a media type there. */
function readKindPart(part: JsonObject, kind: string, noticed: Noticed): Part | undefined {
  if (kind === 'file') {
    noticed.bits |= FORM.kindFile;
    if (asObject(part['file']) === undefined) noticed.bits |= FORM.flatFile;
    return withMetadata(readFile(part['file'] ?? part, noticed), part);
  }
  noticed.bits |= FORM.kindPart;
  const content = part[kind];
  if (kind === 'text' && typeof content === 'string') return withMetadata({ text: content }, part);
  if (kind === 'data' && asObject(content) === undefined && content !== undefined) noticed.bits |= FORM.flatData;
  if (kind === 'data' && content !== undefined)
    return withMetadata({ data: content, mediaType: 'application/json' }, part);
  noticeWrong(noticed, `parts[].${kind}`);
  return undefined;
}

/** The proto form of 0.3: `{file: {fileWithUri | fileWithBytes}} | {data: {data}}`. */
function readProtoPart(part: JsonObject, noticed: Noticed): Part | undefined {
  noticed.bits |= FORM.protoForm;
  if (part['file'] !== undefined) return withMetadata(readFile(part['file'], noticed), part);
  const data = asObject(part['data'])?.['data'] ?? part['data'];
  return withMetadata({ data, mediaType: 'application/json' }, part);
}

/** Makes what can be made of a part that is not as 1.0 has it. */
function mendPart(part: JsonObject, noticed: Noticed): Part | undefined {
  if (part['file'] !== undefined) return readProtoPart(part, noticed);
  const { text, raw, url, data, mediaType, filename } = part;
  const mended: Writable<Part> = {};
  if (typeof text === 'string') mended.text = text;
  else if (typeof raw === 'string') mended.raw = raw;
  else if (typeof url === 'string') mended.url = url;
  else if (data !== undefined) mended.data = data;
  else {
    noticeWrong(noticed, 'parts[]');
    return undefined;
  }
  noticed.bits |= FORM.memberPart;
  noticeBytes(mended.raw, noticed);
  if (typeof mediaType === 'string') mended.mediaType = mediaType;
  if (typeof filename === 'string') mended.filename = filename;
  noticeLeftOut(part, mended, noticed);
  return withMetadata(mended, part);
}

/** Absent members that are written as null are no fault worth telling; what else could not be taken over is. */
function noticeLeftOut(part: JsonObject, mended: Part, noticed: Noticed): void {
  for (const member of ['text', 'raw', 'url', 'data', 'mediaType', 'filename'] as const) {
    if (part[member] !== undefined && part[member] !== null && mended[member] === undefined) {
      return noticeWrong(noticed, `parts[].${member}`);
    }
  }
}

/**
 * In either alphabet, padded or not, and broken into lines as old encoders do: what any decoder reads. Space is matched at
 * one place only, so that a text of nothing else takes no longer than any other.
 */
const BASE64 = /^[\w+/\s-]*(?:={1,2}\s*)?$/;

function noticeBytes(raw: unknown, noticed: Noticed): void {
  if (typeof raw === 'string' && !BASE64.test(raw)) noticed.bits |= FORM.oddBytes;
}

function withMetadata(part: Writable<Part>, given: JsonObject): Part {
  const metadata = asObject(given['metadata']);
  if (metadata !== undefined) part.metadata = metadata;
  return part;
}

function readFile(value: unknown, noticed: Noticed): Writable<Part> {
  const file = asObject(value) ?? {};
  const raw = asText(file['bytes']) ?? asText(file['fileWithBytes']) ?? asText(file['raw']);
  const url = asText(file['uri']) ?? asText(file['fileWithUri']) ?? asText(file['url']);
  const mediaType = asText(file['mimeType']) ?? asText(file['mediaType']);
  const filename = asText(file['name']) ?? asText(file['filename']);
  const part: Writable<Part> = {};
  noticeBytes(raw, noticed);
  // An empty file has empty bytes.
  if (raw !== undefined || (url === undefined && file['bytes'] === '')) part.raw = raw ?? '';
  else if (url !== undefined) part.url = url;
  else noticeWrong(noticed, 'parts[].file');
  if (mediaType !== undefined) part.mediaType = mediaType;
  if (filename !== undefined) part.filename = filename;
  return part;
}
