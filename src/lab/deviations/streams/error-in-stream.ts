import { defineDeviation } from '../../deviation.ts';
import { asObject } from '../../wire/json.ts';
import { onFrameJson } from '../parts/json-edit.ts';

export const errorInStream = defineDeviation({
  name: 'error-in-stream',
  title: 'tells of a failure in the middle of a stream as if it were a result',
  shows: 'a caller sees an event that it can’t read, and then nothing',
  rules: ['stream/error-in-success', 'stream/no-terminal'],
  bindings: ['JSONRPC'],
  create: () => ({
    exchange: onFrameJson((json) => {
      return tellsArtifact(json['result']) ? { ...json, result: { error: 'task timed out' } } : json;
    }),
  }),
});

function tellsArtifact(event: unknown): boolean {
  const { kind, artifactUpdate } = asObject(event) ?? {};
  return kind === 'artifact-update' || artifactUpdate !== undefined;
}
