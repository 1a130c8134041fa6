import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { Part } from '../model.ts';
import { FORM, type Noticed } from './form.ts';

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

/** A part of 1.0 is handed on as it came, so that unknown members survive; one of 0.x is rebuilt. */
function readPart(value: unknown, noticed: Noticed): Part | undefined {
  const part = asObject(value);
  if (part === undefined) {
    noticed.bits |= FORM.wrongType;
    noticed.detail ||= 'parts[]';
    return undefined;
  }
  const kind = part['kind'] ?? part['type'];
  if (typeof kind === 'string' && part['mediaType'] === undefined) return readKindPart(part, kind, noticed);
  if (isMemberPart(part)) {
    noticed.bits |= FORM.memberPart;
    return part as Part;
  }
  return readProtoPart(part, noticed);
}

function isMemberPart(part: JsonObject): boolean {
  const { text, raw, url, mediaType, filename } = part as { [member in keyof Part]: unknown };
  if (text !== undefined && typeof text !== 'string') return false;
  if (mediaType !== undefined && typeof mediaType !== 'string') return false;
  if (filename !== undefined && typeof filename !== 'string') return false;
  if (text !== undefined) return true;
  if (typeof raw === 'string' || typeof url === 'string') return true;
  return part['data'] !== undefined && raw === undefined && url === undefined && part['file'] === undefined;
}

/** 0.2 and 0.3: `{kind: text | file | data}`; 0.1 said `type`. */
function readKindPart(part: JsonObject, kind: string, noticed: Noticed): Part | undefined {
  noticed.bits |= FORM.kindPart;
  const rest = part['metadata'] === undefined ? {} : { metadata: part['metadata'] as JsonObject };
  if (kind === 'text' && typeof part['text'] === 'string') return { ...rest, text: part['text'] };
  if (kind === 'data' && part['data'] !== undefined)
    return { ...rest, data: part['data'], mediaType: 'application/json' };
  if (kind === 'file') return { ...rest, ...readFile(part['file'] ?? part) };
  noticed.bits |= FORM.wrongType;
  noticed.detail ||= 'parts[].kind';
  return undefined;
}

/** The proto form of 0.3: `{text} | {file: {fileWithUri | fileWithBytes}} | {data: {data}}`. */
function readProtoPart(part: JsonObject, noticed: Noticed): Part | undefined {
  if (part['file'] !== undefined) {
    noticed.bits |= FORM.contentParts;
    return readFile(part['file']);
  }
  noticed.bits |= FORM.wrongType;
  noticed.detail ||= 'parts[]';
  return undefined;
}

function readFile(value: unknown): Part {
  const file = asObject(value) ?? {};
  const raw = asText(file['bytes']) ?? asText(file['fileWithBytes']);
  const url = asText(file['uri']) ?? asText(file['fileWithUri']) ?? asText(file['url']);
  const mediaType = asText(file['mimeType']) ?? asText(file['mediaType']);
  const filename = asText(file['name']) ?? asText(file['filename']);
  return {
    ...(raw === undefined ? {} : { raw }),
    ...(url === undefined || raw !== undefined ? {} : { url }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(filename === undefined ? {} : { filename }),
  };
}
