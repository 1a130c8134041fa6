import { BodyCollector } from './body-collector.ts';
import type { Clock } from './clock.ts';
import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpStream } from './http-message.ts';

interface Collecting {
  readonly maxBodyBytes: number;
  /** The length that the peer announced; 0 if it didn't. */
  readonly announced: number;
  readonly clock: Clock;
}

/** Reads a body to its end. Rejects with HttpError `too-large` as soon as it can't fit any more. */
export function collectBody(stream: HttpStream, { maxBodyBytes, announced, clock }: Collecting): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(maxBodyBytes, announced);
    const refuse = (): void => {
      stream.close();
      reject(
        new HttpError({
          code: 'too-large',
          origin: new URL(stream.url).origin,
          what: `has an answer of more than ${maxBodyBytes} bytes`,
          sent: true,
          status: stream.status,
        }),
      );
    };
    if (announced > maxBodyBytes) return refuse();
    const { status, headers, rawHeaders, url, asked, remoteAddress } = stream;
    stream.read({
      onData: (chunk) => {
        if (!collector.add(chunk)) refuse();
      },
      onEnd: () =>
        resolve({ status, headers, rawHeaders, url, asked, remoteAddress, received: clock(), body: collector.body() }),
      onError: reject,
    });
  });
}
