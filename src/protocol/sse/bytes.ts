export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const COLON = 0x3a;

/** Below this many bytes a loop is faster than a native call, and asking for a Buffer is not worth it. */
export const FEW_BYTES = 48;

/** The same memory as a Buffer, which searches, copies and decodes faster. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
