import { NEEDS } from '../task-class.ts';
import { DURATION_PATTERN } from './duration.ts';
import { MEDIA_TYPES, oneOf, someOf } from './schema-parts.ts';

/** The JSON Schema of a task class file. */
export const TASK_CLASS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Probity task class',
  description:
    'What a kind of task needs of the agent that it is delegated to. A member that is left out asks nothing.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    skill: { type: 'string', minLength: 1, description: "The id of the agent's skill that it is for." },
    input: { ...MEDIA_TYPES, description: 'Media types in which the work can be given; one is enough.' },
    followUp: { ...MEDIA_TYPES, description: 'Media types in which a question can be answered. Default: as input.' },
    output: { ...MEDIA_TYPES, description: 'Media types in which the result can be taken; one is enough.' },
    needs: { ...someOf(NEEDS), description: 'Without these it can not be carried through.' },
    prefers: { ...someOf(NEEDS), description: 'These are wanted, and can be done without.' },
    streamed: {
      ...MEDIA_TYPES,
      description: 'Media types that are of use only while they flow, such as live audio: as a stream or not at all.',
    },
    maxDuration: {
      type: 'string',
      pattern: DURATION_PATTERN,
      description: 'The longest that such a task is expected to run.',
    },
    singleShot: {
      type: 'boolean',
      description: 'Whether one send and its answer will do where nothing of the task can be followed. Default: false.',
    },
    bounds: {
      ...oneOf(['any', 'card']),
      description: 'card: every wait has to be derivable from the card itself. Default: any.',
    },
    result: {
      type: 'object',
      additionalProperties: false,
      properties: {
        artifacts: { type: 'integer', minimum: 0, description: 'At least so many artifacts that are not empty.' },
        mediaTypes: { ...MEDIA_TYPES, description: 'Each of these is among the parts.' },
        schema: { type: 'object', description: "Some part's data satisfies this JSON Schema." },
      },
      description: 'What a completed task must hold to be of use.',
    },
  },
} as const;
