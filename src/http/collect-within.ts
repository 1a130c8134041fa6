import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpStream } from './http-message.ts';

/**
 * Reads a response whole that was opened as a stream and turned out to be none, so that nothing else limits how long it
 * may take. Rejects with {@link HttpError}.
 */
export function collectWithin(stream: HttpStream, timeoutMs: number): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stream.close();
      const { origin } = new URL(stream.url);
      const what = `had not finished its answer after ${timeoutMs} ms`;
      reject(new HttpError({ code: 'total-timeout', origin, what, sent: true, status: stream.status }));
    }, timeoutMs);
    const settle =
      <T>(done: (value: T) => void) =>
      (value: T): void => {
        clearTimeout(timer);
        done(value);
      };
    stream.collect().then(settle(resolve), settle(reject));
  });
}
