import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import type { WrittenAnswer } from './error-answer.ts';

/** How long, and how much of it, the rest of a request is taken that nobody reads. */
const DRAIN_MS = 30_000;
const DRAIN_BYTES = 128 * 1024 * 1024;

/** Whether a request announces a body. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Answers a request that is not read to its end. What is left of it is taken and thrown away within bounds: a connection
 * that is closed with something unread is reset, and the answer is lost to a caller who reads only once it has written.
 * The connection can't serve another request then, as a caller that was not told to go on may never send what it announced.
 */
export function answerUnread(request: IncomingMessage, caller: Caller, answer: WrittenAnswer): void {
  if (request.complete || !hasBody(request)) return caller.answer(answer);
  caller.begin(answer.status, [...answer.headers, 'Connection', 'close']);
  caller.write(answer.body);
  const timer = setTimeout(() => caller.end(), DRAIN_MS);
  caller.onClose(() => clearTimeout(timer));
  let taken = 0;
  request.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > DRAIN_BYTES) caller.end();
  });
  request.on('end', () => caller.end());
  request.resume();
}
