import { hash } from 'node:crypto';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { Visit } from '../visit.ts';
import { ownerOf } from './call-sight.ts';
import { messageContent } from './message-content.ts';

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
  const messageIn = (json: JsonObject | undefined): unknown =>
    (binding === 'JSONRPC' ? asObject(json?.['params']) : json)?.['message'];
  const content = messageContent(messageIn, visit.call.json, visit.body.toString('utf8'));
  return hash('sha256', `${ownerOf(visit)}\n${content}`, 'base64url');
}
