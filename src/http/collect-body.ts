import { BodyCollector } from './body-collector.ts';
import type { Clock } from './clock.ts';
import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpStream } from './http-message.ts';
import { unpack } from './unpack.ts';

interface Collecting {
  readonly maxBodyBytes: number;
  /** The length that the peer announced; 0 if it didn't. */
  readonly announced: number;
  /** How it is compressed; `undefined` where it isn't. */
  readonly coding: string | undefined;
  readonly clock: Clock;
}

/** Reads a body to its end, and unpacks it. Rejects with HttpError `too-large` as soon as it can't fit any more. */
export function collectBody(stream: HttpStream, collecting: Collecting): Promise<HttpAnswer> {
  const { maxBodyBytes, announced, coding, clock } = collecting;
  const { status, headers, rawHeaders, url, asked, remoteAddress } = stream;
  const failure = (code: 'too-large' | 'bad-response', what: string): HttpError =>
    new HttpError({ code, origin: new URL(url).origin, what, sent: true, status });
  const tooLarge = (): HttpError => failure('too-large', `has an answer of more than ${maxBodyBytes} bytes`);
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(maxBodyBytes, announced);
    const refuse = (): void => {
      stream.close();
      reject(tooLarge());
    };
    const answer = (body: Buffer): void =>
      resolve({ status, headers, rawHeaders, url, asked, remoteAddress, received: clock(), body });
    const unpacked = async (packed: string): Promise<void> => {
      const body = await unpack(collector.body(), packed, maxBodyBytes);
      if (body === 'too-large') reject(tooLarge());
      else if (body === 'broken') reject(failure('bad-response', `has an answer that is no ${packed}, as it says`));
      else answer(body);
    };
    if (announced > maxBodyBytes) return refuse();
    stream.read({
      onData: (chunk) => {
        if (!collector.add(chunk)) refuse();
      },
      onEnd: () => (coding === undefined ? answer(collector.body()) : void unpacked(coding)),
      onError: reject,
    });
  });
}
