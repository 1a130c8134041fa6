import type { IncomingMessage } from 'node:http';
import { BodyCollector } from '../http/body-collector.ts';

/**
 * Reads the body of a delivery. Resolves with `undefined` as soon as it is larger than allowed, or never ends: the rest
 * is then for the caller to cut off.
 */
export function readDelivery(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.resolve(undefined);
  const collector = new BodyCollector(maxBytes, announced);
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      if (!collector.add(chunk)) resolve(undefined);
    });
    request.once('end', () => resolve(collector.body()));
    request.once('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}
