import type { IncomingMessage } from 'node:http';

const NO_BODY = Buffer.alloc(0);

/**
 * Reads the body of a request whole.
 *
 * @param invite tells a caller who waits for that to send it; not called where its length alone refuses it
 * @param done told the body; `'too-large'` as soon as it is longer than allowed; never where the caller has gone
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  invite: () => void,
  done: (body: Buffer | 'too-large') => void,
): void {
  const announced = request.headers['content-length'];
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) return done(NO_BODY);
  if (Number(announced) > maxBytes) return done('too-large');
  invite();
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) {
      request.removeAllListeners('data').pause();
      return done('too-large');
    }
    if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  });
  request.on('end', () => {
    if (size <= maxBytes) done(more === undefined ? (first ?? NO_BODY) : Buffer.concat(more, size));
  });
}
