import { Fault } from '../../fault.ts';
import type { Dialect } from '../dialect.ts';
import { readCard, writeCard } from './card.ts';
import { errors } from './errors.ts';
import { methods, routes } from './methods.ts';
import { codec } from './results.ts';

/** A2A 1.0. */
export const v10: Dialect = {
  name: '1.0',
  cardPath: '/.well-known/agent-card.json',
  writeCard,
  readCard,
  methods,
  codec,
  http: { codec, routes, mediaType: 'application/a2a+json', statuses: { 'push-delete': 204 } },
  errors,
  pushType: 'application/a2a+json',
  pushHeaders: { 'a2a-version': '1.0' },
  writePush: ({ event }) => codec.writeEvent(event),
  readPush: codec.readEvent,
  extensionsHeader: 'a2a-extensions',
  checkVersion: (asked) => {
    // An absent or empty version means 0.3 (§3.6.2); patch numbers don't count (§3.6).
    if (asked !== undefined && /^1\.0(\.|$)/.test(asked.trim())) return undefined;
    return new Fault('version-not-supported', `A2A version ${asked?.trim() || '0.3'} is not supported; use 1.0.`);
  },
  requestHeaders: { 'a2a-version': '1.0' },
};
