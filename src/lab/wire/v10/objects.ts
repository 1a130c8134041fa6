import { asObject, asText, readFrom, writeBack } from '../json.ts';
import { createObjects } from '../objects.ts';
import { protoRoles, protoState, stateOfProto } from '../proto-names.ts';

/** The JSON of 1.0: that of its protocol buffers, with flat parts. */
export const objects = createObjects({
  format: '1.0',
  kinds: false,
  omitsDefaults: true,
  finalFlag: false,
  partsField: 'parts',
  roles: protoRoles,
  writeState: (state) => protoState(state, 'CANCELED'),
  readState: stateOfProto,
  writePart: (part) => {
    const { text, raw, url, data, mediaType, filename, metadata } = part;
    return writeBack('1.0', part, { text, raw, url, data, metadata, filename, mediaType });
  },
  readPart: (json) =>
    readFrom('1.0', json, {
      text: asText(json['text']),
      raw: asText(json['raw']),
      url: asText(json['url']),
      data: json['data'],
      mediaType: asText(json['mediaType']),
      filename: asText(json['filename']),
      metadata: asObject(json['metadata']),
    }),
});
