import type { Operation, Reply } from '../../exchange.ts';
import type { JsonObject, StreamEvent } from '../../model.ts';
import type { Codec, ResultReply } from '../codec.ts';
import { asList, asObject } from '../json.ts';
import { unwrapEvent, wrapEvent } from '../wrapped.ts';
import { readCard, writeCard } from './card.ts';
import { objects } from './objects.ts';
import { type ParamsShape, readParams, writeParams } from './params.ts';
import { protoObjects } from './proto-objects.ts';
import { pushByProto, pushBySpec } from './push.ts';

interface ResultShape extends ParamsShape {
  /** Whether tasks, messages and events that could be either sit under a key that says which (HTTP+JSON). */
  readonly wrapped: boolean;
  /** Whether lists sit under a key of their own. */
  readonly keyedLists: boolean;
}

/** 0.2 and 0.3 over JSON-RPC. */
export const rpcCodec = createCodec({
  objects,
  push: pushBySpec,
  pushField: 'pushNotificationConfig',
  pushUnderConfig: false,
  wrapped: false,
  keyedLists: false,
});

/** 0.3 over HTTP+JSON as its text has it: the objects of JSON-RPC, wrapped. */
export const httpCodec = createCodec({
  objects,
  push: pushBySpec,
  pushField: 'pushNotificationConfig',
  pushUnderConfig: true,
  wrapped: true,
  keyedLists: false,
});

/** 0.3 over HTTP+JSON as the official SDKs have it. */
export const protoCodec = createCodec({
  objects: protoObjects,
  push: pushByProto,
  pushField: 'pushNotification',
  pushUnderConfig: true,
  wrapped: true,
  keyedLists: true,
});

function createCodec(shape: ResultShape): Codec {
  const { wrapped, keyedLists, push } = shape;

  const writeEvent = (event: StreamEvent) =>
    wrapped ? wrapEvent(shape.objects, event) : shape.objects.writeEvent(event);

  const readEvent = (json: JsonObject): StreamEvent => {
    if (wrapped) return unwrapEvent(shape.objects, json);
    switch (json['kind']) {
      case 'task':
        return { kind: 'task', task: shape.objects.readTask(json) };
      case 'message':
        return { kind: 'message', message: shape.objects.readMessage(json) };
      case 'status-update':
        return shape.objects.readStatusEvent(json);
      case 'artifact-update':
        return shape.objects.readArtifactEvent(json);
      default:
        return { kind: 'other', json };
    }
  };

  const writeResult = (operation: Operation, reply: ResultReply): unknown => {
    switch (reply.kind) {
      case 'task':
        return operation === 'send' ? writeEvent(reply) : shape.objects.writeTask(reply.task);
      case 'message':
        return writeEvent(reply);
      case 'page':
        return reply.page.tasks.map(shape.objects.writeTask);
      case 'push':
        return push.write(reply.config);
      case 'pushes': {
        const configs = reply.configs.map(push.write);
        return keyedLists ? { configs } : configs;
      }
      case 'card':
        return writeCard(reply.card);
      case 'done':
        return null;
    }
  };

  const readResult = (operation: Operation, result: unknown): ResultReply | undefined => {
    const json = asObject(result) ?? {};
    switch (operation) {
      case 'send': {
        const event = readEvent(json);
        return event.kind === 'task' || event.kind === 'message' ? event : undefined;
      }
      case 'get':
      case 'cancel':
        return { kind: 'task', task: shape.objects.readTask(json) };
      case 'list': {
        const tasks = asList(result, shape.objects.readTask) ?? [];
        return { kind: 'page', page: { tasks, nextPageToken: '', pageSize: tasks.length, totalSize: tasks.length } };
      }
      case 'push-set':
      case 'push-get':
        return pushReply(push.read(json));
      case 'push-list': {
        const configs = asList(keyedLists ? json['configs'] : result, push.read) ?? [];
        return { kind: 'pushes', configs: configs.filter((each) => each !== undefined) };
      }
      case 'push-delete':
        return { kind: 'done' };
      case 'card':
      case 'extended-card':
        return { kind: 'card', card: readCard(json) };
      case 'stream':
      case 'subscribe':
      case 'other':
        return undefined;
    }
  };

  return {
    readParams: (operation, json) => readParams(shape, operation, json),
    writeParams: (operation, params) => writeParams(shape, operation, params),
    writeResult,
    readResult,
    writeEvent,
    readEvent,
  };
}

function pushReply(config: ReturnType<typeof pushBySpec.read>): Extract<Reply, { kind: 'push' }> | undefined {
  return config && { kind: 'push', config };
}
