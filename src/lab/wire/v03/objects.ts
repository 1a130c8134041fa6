import { type JsonObject, type Part, states } from '../../model.ts';
import { asObject, asText, readFrom, writeBack } from '../json.ts';
import { createObjects } from '../objects.ts';

/** The JSON of 0.2 and 0.3: each object says its kind. Only files have a media type. */
export const objects = createObjects({
  format: '0.3',
  kinds: true,
  omitsDefaults: false,
  finalFlag: true,
  partsField: 'parts',
  roles: { user: 'user', agent: 'agent' },
  writeState: (state) => state,
  readState: (value) => states.find((state) => state === value) ?? 'unknown',
  writePart: (part) => writeBack('0.3', part, { ...content(part), metadata: part.metadata }),
  readPart: (json) => readFrom('0.3', json, { ...readContent(json), metadata: asObject(json['metadata']) }),
});

function content({ text, raw, url, data, mediaType, filename }: Part): JsonObject {
  if (text !== undefined) return { kind: 'text', text };
  if (raw === undefined && url === undefined) return { kind: 'data', data };
  return { kind: 'file', file: { bytes: raw, uri: url, mimeType: mediaType, name: filename } };
}

function readContent(json: JsonObject): Part {
  if (json['kind'] === 'text') return { text: asText(json['text']) };
  if (json['kind'] === 'data') return { data: json['data'] };
  const file = asObject(json['file']) ?? {};
  return {
    raw: asText(file['bytes']),
    url: asText(file['uri']),
    mediaType: asText(file['mimeType']),
    filename: asText(file['name']),
  };
}
