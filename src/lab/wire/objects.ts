import type {
  Artifact,
  ArtifactEvent,
  Format,
  JsonObject,
  Message,
  Part,
  State,
  Status,
  StatusEvent,
  StreamEvent,
  Task,
} from '../model.ts';
import { asFlag, asId, asList, asObject, asText, readFrom, writeBack } from './json.ts';

/** How one dialect writes the objects of the model. */
export interface Shape {
  readonly format: Format;
  /** Whether each object says its own `kind` (0.x) instead of sitting under a key that does. */
  readonly kinds: boolean;
  /** Whether false flags and empty lists are left out, as in the JSON of protocol buffers. */
  readonly omitsDefaults: boolean;
  /** Whether the last status event of a stream is marked (0.x). */
  readonly finalFlag: boolean;
  /** The field of a message that holds its parts. */
  readonly partsField: 'parts' | 'content';
  readonly roles: { readonly user: string; readonly agent: string };
  readonly writeState: (state: State) => string;
  readonly readState: (value: unknown) => State;
  readonly writePart: (part: Part) => JsonObject;
  readonly readPart: (json: JsonObject) => Part;
}

/** Reads and writes the objects of the model in one shape. Reading never fails: what is missing reads as empty. */
export interface Objects {
  readonly format: Format;
  readonly readMessage: (json: JsonObject) => Message;
  readonly writeMessage: (message: Message) => JsonObject;
  readonly readTask: (json: JsonObject) => Task;
  readonly writeTask: (task: Task) => JsonObject;
  readonly readStatusEvent: (json: JsonObject) => StatusEvent;
  readonly readArtifactEvent: (json: JsonObject) => ArtifactEvent;
  /** The event's own object, without anything around it. */
  readonly writeEvent: (event: StreamEvent) => JsonObject;
}

export function createObjects(shape: Shape): Objects {
  const { format, partsField, roles, omitsDefaults } = shape;
  const kind = (name: string) => (shape.kinds ? { kind: name } : {});
  const flag = (value: boolean) => (value || !omitsDefaults ? value : undefined);
  const list = <T>(items: readonly T[] | undefined, write: (item: T) => JsonObject) =>
    items === undefined || (omitsDefaults && items.length === 0) ? undefined : items.map(write);

  const readMessage = (json: JsonObject): Message =>
    readFrom(format, json, {
      messageId: asText(json['messageId']) ?? '',
      role: json['role'] === roles.user ? 'user' : 'agent',
      parts: asList(json[partsField], shape.readPart) ?? [],
      taskId: asId(json['taskId']),
      contextId: asId(json['contextId']),
      metadata: asObject(json['metadata']),
    });

  const writeMessage = (message: Message): JsonObject => {
    const { messageId, contextId, taskId, role, parts, metadata } = message;
    return writeBack(format, message, {
      ...kind('message'),
      messageId,
      contextId,
      taskId,
      role: roles[role],
      [partsField]: parts.map(shape.writePart),
      metadata,
    });
  };

  const readArtifact = (json: JsonObject): Artifact =>
    readFrom(format, json, {
      artifactId: asText(json['artifactId']) ?? '',
      name: asText(json['name']),
      description: asText(json['description']),
      parts: asList(json['parts'], shape.readPart) ?? [],
      metadata: asObject(json['metadata']),
    });

  const writeArtifact = (artifact: Artifact): JsonObject => {
    const { artifactId, name, description, parts, metadata } = artifact;
    return writeBack(format, artifact, { artifactId, name, description, parts: parts.map(shape.writePart), metadata });
  };

  const readStatus = (json: JsonObject): Status => {
    const message = asObject(json['message']);
    return readFrom(format, json, {
      state: shape.readState(json['state']),
      message: message && readMessage(message),
      timestamp: asText(json['timestamp']),
    });
  };

  const writeStatus = (status: Status): JsonObject => {
    const { state, message, timestamp } = status;
    return writeBack(format, status, {
      state: shape.writeState(state),
      message: message && writeMessage(message),
      timestamp,
    });
  };

  const readTask = (json: JsonObject): Task =>
    readFrom(format, json, {
      id: asText(json['id']) ?? '',
      contextId: asText(json['contextId']) ?? '',
      status: readStatus(asObject(json['status']) ?? {}),
      artifacts: asList(json['artifacts'], readArtifact),
      history: asList(json['history'], readMessage),
      metadata: asObject(json['metadata']),
    });

  const writeTask = (task: Task): JsonObject => {
    const { id, contextId, status, artifacts, history, metadata } = task;
    return writeBack(format, task, {
      ...kind('task'),
      id,
      contextId,
      status: writeStatus(status),
      artifacts: list(artifacts, writeArtifact),
      history: list(history, writeMessage),
      metadata,
    });
  };

  const eventFields = (json: JsonObject) => ({
    taskId: asText(json['taskId']) ?? '',
    contextId: asText(json['contextId']) ?? '',
    metadata: asObject(json['metadata']),
  });

  const writeEvent = (event: StreamEvent): JsonObject => {
    if (event.kind === 'task') return writeTask(event.task);
    if (event.kind === 'message') return writeMessage(event.message);
    if (event.kind === 'other') return event.json;
    const { taskId, contextId, metadata } = event;
    if (event.kind === 'status') {
      const final = shape.finalFlag ? { final: flag(event.final) } : {};
      const status = writeStatus(event.status);
      return writeBack(format, event, { ...kind('status-update'), taskId, contextId, status, ...final, metadata });
    }
    const flags = { append: flag(event.append), lastChunk: flag(event.lastChunk) };
    const artifact = writeArtifact(event.artifact);
    return writeBack(format, event, { ...kind('artifact-update'), taskId, contextId, artifact, ...flags, metadata });
  };

  return {
    format,
    readMessage,
    writeMessage,
    readTask,
    writeTask,
    readStatusEvent: (json) =>
      readFrom(format, json, {
        kind: 'status',
        ...eventFields(json),
        status: readStatus(asObject(json['status']) ?? {}),
        final: asFlag(json['final']) ?? false,
      }),
    readArtifactEvent: (json) =>
      readFrom(format, json, {
        kind: 'artifact',
        ...eventFields(json),
        artifact: readArtifact(asObject(json['artifact']) ?? {}),
        append: asFlag(json['append']) ?? false,
        lastChunk: asFlag(json['lastChunk']) ?? false,
      }),
    writeEvent,
  };
}
