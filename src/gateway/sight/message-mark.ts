import { hash } from 'node:crypto';
import { asObject } from '../../protocol/json.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { Visit } from '../visit.ts';
import { ownerOf } from './call-sight.ts';

/**
 * The request with what tells its message apart from others of the same id: those of other callers, and those of another
 * content. How it is sent is no part of the message: neither the operation nor its configuration.
 */
export function marked(visit: Visit, read: ReadRequest): ReadRequest {
  const { messageId } = read.facts;
  if (!('message' in read.call) || !messageId) return read;
  return { ...read, facts: { ...read.facts, messageMark: markOf(visit, read) } };
}

/** Of the same short length, whatever it is made of: ids and contents may be as long as a body. */
function markOf(visit: Visit, { binding }: ReadRequest): string {
  const { json } = visit.call;
  const message = (binding === 'JSONRPC' ? asObject(json?.['params']) : json)?.['message'];
  const content = message === undefined ? visit.body.toString('latin1') : JSON.stringify(message);
  return hash('sha256', `${ownerOf(visit)}\n${content}`, 'base64url');
}
