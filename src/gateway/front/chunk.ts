/** These bytes as a chunk of a chunked body (RFC 9112 §7.1), in one piece. */
export function asChunk(bytes: Buffer): Buffer {
  const size = bytes.length.toString(16);
  const chunk = Buffer.allocUnsafe(size.length + bytes.length + 4);
  let at = chunk.write(size, 'latin1');
  at = chunk.writeUInt16BE(CRLF, at);
  chunk.set(bytes, at);
  chunk.writeUInt16BE(CRLF, at + bytes.length);
  return chunk;
}

const CRLF = 0x0d0a;
