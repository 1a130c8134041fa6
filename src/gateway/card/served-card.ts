import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WrittenAnswer } from '../front/error-answer.ts';

/** How long a caller may keep a card: a claim that is taken back must not be relied on for long. */
const MOST_AGE_S = 60;

/**
 * The answer that holds a card: with a validator of its own, and for as long as the agent allows, within limits.
 *
 * @param cacheControl of the agent's own answer
 */
export function cardAnswer(
  body: Buffer,
  type: string,
  request: IncomingMessage,
  cacheControl: string | undefined,
): WrittenAnswer {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  const headers = [
    'ETag',
    etag,
    'Cache-Control',
    cachingFor(cacheControl, request.headers.authorization !== undefined),
  ];
  if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers: ['Content-Type', type, ...headers, 'Content-Length', String(body.length)], body };
}

function cachingFor(cacheControl: string | undefined, identified: boolean): string {
  const given = cacheControl?.toLowerCase() ?? '';
  if (given.includes('no-store')) return 'no-store';
  const age = /(?:^|[\s,])max-age=(\d{1,9})/.exec(given)?.[1];
  const seconds = given.includes('no-cache') ? 0 : Math.min(MOST_AGE_S, age === undefined ? MOST_AGE_S : Number(age));
  const whose = identified || given.includes('private') ? 'private' : 'public';
  return `${whose}, max-age=${seconds}, must-revalidate`;
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
