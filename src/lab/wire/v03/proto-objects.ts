import type { JsonObject, Part } from '../../model.ts';
import { asObject, asText, readFrom, writeBack } from '../json.ts';
import { createObjects } from '../objects.ts';
import { protoRoles, protoState, stateOfProto } from '../proto-names.ts';

/**
 * What the official SDKs speak over HTTP+JSON in 0.3: the JSON of that version's protocol buffers, in which a
 * message holds `content` and the canceled state has two l.
 */
export const protoObjects = createObjects({
  format: '0.3 proto',
  kinds: false,
  omitsDefaults: true,
  finalFlag: true,
  partsField: 'content',
  roles: protoRoles,
  writeState: (state) => protoState(state, 'CANCELLED'),
  readState: stateOfProto,
  writePart: (part) => writeBack('0.3 proto', part, content(part)),
  readPart: (json) => readFrom('0.3 proto', json, readContent(json)),
});

function content({ text, raw, url, data, mediaType }: Part): JsonObject {
  if (text !== undefined) return { text };
  if (raw === undefined && url === undefined) return { data: { data } };
  return { file: { fileWithBytes: raw, fileWithUri: url, mimeType: mediaType } };
}

function readContent(json: JsonObject): Part {
  const file = asObject(json['file']);
  const data = asObject(json['data']);
  if (data !== undefined) return { data: data['data'] };
  if (file === undefined) return { text: asText(json['text']) };
  return {
    raw: asText(file['fileWithBytes']),
    url: asText(file['fileWithUri']),
    mediaType: asText(file['mimeType']),
  };
}
