import type { Operation } from '../../exchange.ts';
import type { JsonObject } from '../../model.ts';
import type { Codec, ResultReply } from '../codec.ts';
import { asList, asNumber, asObject, asText, readFrom, writeBack } from '../json.ts';
import { unwrapEvent, wrapEvent } from '../wrapped.ts';
import { readCard, writeCard } from './card.ts';
import { objects } from './objects.ts';
import { readParams, writeParams } from './params.ts';
import { readPush, writePush } from './push.ts';

/** The bytes of 1.0, the same over JSON-RPC (inside its envelope) and HTTP+JSON. */
export const codec: Codec = {
  readParams,
  writeParams,
  writeResult,
  readResult,
  writeEvent: (event) => wrapEvent(objects, event),
  readEvent: (json) => unwrapEvent(objects, json),
};

function writeResult(operation: Operation, reply: ResultReply): unknown {
  switch (reply.kind) {
    case 'task':
      return operation === 'send' ? wrapEvent(objects, reply) : objects.writeTask(reply.task);
    case 'message':
      return wrapEvent(objects, reply);
    case 'page': {
      const { tasks, nextPageToken, pageSize, totalSize } = reply.page;
      return writeBack('1.0', reply.page, { tasks: tasks.map(objects.writeTask), nextPageToken, pageSize, totalSize });
    }
    case 'push':
      return writePush(reply.config);
    case 'pushes':
      return { configs: reply.configs.map(writePush), nextPageToken: '' };
    case 'card':
      return writeCard(reply.card);
    case 'done':
      return null;
  }
}

function readResult(operation: Operation, result: unknown): ResultReply | undefined {
  const json = asObject(result) ?? {};
  switch (operation) {
    case 'send': {
      const event = unwrapEvent(objects, json);
      return event.kind === 'task' || event.kind === 'message' ? event : undefined;
    }
    case 'get':
    case 'cancel':
      return { kind: 'task', task: objects.readTask(json) };
    case 'list':
      return { kind: 'page', page: readPage(json) };
    case 'push-set':
    case 'push-get': {
      const config = readPush(json);
      return config && { kind: 'push', config };
    }
    case 'push-list':
      return {
        kind: 'pushes',
        configs: (asList(json['configs'], readPush) ?? []).filter((each) => each !== undefined),
      };
    case 'card':
    case 'extended-card':
      return { kind: 'card', card: readCard(json) };
    case 'push-delete':
      return { kind: 'done' };
    case 'stream':
    case 'subscribe':
    case 'other':
      return undefined;
  }
}

function readPage(json: JsonObject) {
  return readFrom('1.0', json, {
    tasks: asList(json['tasks'], objects.readTask) ?? [],
    nextPageToken: asText(json['nextPageToken']) ?? '',
    pageSize: asNumber(json['pageSize']) ?? 0,
    totalSize: asNumber(json['totalSize']) ?? 0,
  });
}
