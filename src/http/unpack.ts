import { brotliDecompress, type CompressCallback, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';

type Unpack = (body: Buffer, options: ZlibOptions, done: CompressCallback) => void;

/** Some servers leave out the wrapper that RFC 9110 §8.4.1.2 asks for. */
const inflate: Unpack = (body, options, done) =>
  unzip(body, options, (error, unpacked) => {
    if (error === null || isTooLarge(error)) done(error, unpacked);
    else inflateRaw(body, options, done);
  });

/** The codings of RFC 9110 §8.4.1 that are in use. Some servers compress whatever they are asked for, which they may. */
const CODINGS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
]);

export function canUnpack(coding: string): boolean {
  return CODINGS.has(coding);
}

/**
 * Unpacks a body. No more of it is ever held than may be.
 *
 * @returns `too-large` where it holds more than `maxBytes`, `broken` where it is not what its coding says
 */
export function unpack(body: Buffer, coding: string, maxBytes: number): Promise<Buffer | 'too-large' | 'broken'> {
  return new Promise((resolve) => {
    const by = CODINGS.get(coding);
    // A coding that can't be unpacked was refused with the head.
    if (by === undefined) return resolve('broken');
    // Frameworks name a coding for answers without a body too.
    if (body.length === 0) return resolve(body);
    by(body, { maxOutputLength: Math.max(1, maxBytes) }, (error, unpacked) => {
      if (error === null) resolve(unpacked);
      else resolve(isTooLarge(error) ? 'too-large' : 'broken');
    });
  });
}

function isTooLarge(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE';
}
