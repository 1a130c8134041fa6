import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onFrameJson } from '../parts/json-edit.ts';

export const errorInStream = defineDeviation({
  name: 'error-in-stream',
  title: 'tells of a failure in the middle of a stream as if it were a result',
  shows: 'a caller sees an event that it can’t read, and then nothing',
  rules: ['stream/error-in-success', 'stream/no-terminal'],
  create: () => ({
    exchange: onFrameJson((json, { binding }) => {
      const event = binding === 'JSONRPC' ? json['result'] : json;
      if (!tellsArtifact(event)) return json;
      const error = { error: 'task timed out' };
      return binding === 'JSONRPC' ? { ...json, result: error } : error;
    }),
  }),
});

function tellsArtifact(event: unknown): boolean {
  const { kind, artifactUpdate } = asObject(event) ?? {};
  return kind === 'artifact-update' || artifactUpdate !== undefined;
}
