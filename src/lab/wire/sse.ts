import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Framing } from '../exchange.ts';
import type { Dress } from '../http-message.ts';

/** One event as the official SDKs write it. */
export const plainFraming: Framing = (payload) => `data: ${payload}\n\n`;

/** Begins an event stream; the headers leave at once, whenever the first event may come. */
export function openStream(response: ServerResponse, dress: Dress): void {
  const { status, type, headers } = dress({ status: 200, type: 'text/event-stream', body: '' });
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
    ...headers,
  });
  response.flushHeaders();
}

/** Sends one event, waiting for a slow reader. Resolves to the bytes sent; 0 once the reader has gone. */
export async function sendFrame(
  response: ServerResponse,
  text: ReturnType<Framing>,
  gone: AbortSignal,
): Promise<number> {
  let bytes = 0;
  for (const piece of typeof text === 'string' ? [text] : text) {
    if (gone.aborted || response.destroyed) return 0;
    bytes += Buffer.byteLength(piece);
    if (!response.write(piece)) await once(response, 'drain', { signal: gone }).catch(() => undefined);
  }
  return bytes;
}
