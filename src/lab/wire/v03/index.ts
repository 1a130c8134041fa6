import type { Dialect } from '../dialect.ts';
import { readCard, writeCard } from './card.ts';
import { errors } from './errors.ts';
import { methods, routes } from './methods.ts';
import { objects } from './objects.ts';
import { httpCodec, protoCodec, rpcCodec } from './results.ts';

/** A2A 0.3, with HTTP+JSON as its text has it. */
export const v03: Dialect = {
  name: '0.3',
  cardPath: '/.well-known/agent-card.json',
  writeCard,
  readCard,
  methods,
  codec: rpcCodec,
  http: { codec: httpCodec, routes, mediaType: 'application/json', statuses: { 'push-delete': 204 } },
  errors,
  pushType: 'application/json',
  pushHeaders: {},
  writePush: ({ task }) => objects.writeTask(task),
  readPush: rpcCodec.readEvent,
  extensionsHeader: 'x-a2a-extensions',
  checkVersion: () => undefined, // 0.3 has no version header
  requestHeaders: {},
};

/** A2A 0.3, with HTTP+JSON as the official SDKs have it. */
export const v03Proto: Dialect = {
  ...v03,
  http: {
    codec: protoCodec,
    routes,
    mediaType: 'application/json',
    statuses: { send: 201, cancel: 202, 'push-set': 201, 'push-delete': 204 },
  },
};
