/** What some agents put before the JSON of an event, as bytes of latin1: control characters, or a byte order mark. */
const BEFORE_JSON = /^(data: ?)(?:[\x00-\x09\x0b\x0c\x0e-\x1f]|\xef\xbb\xbf)+/m;

/** The bytes of an event without what stands before its JSON, over which clients that keep to the standard stumble. */
export function mendedFrame(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(BEFORE_JSON, '$1'), 'latin1');
}
