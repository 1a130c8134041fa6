/** A peer sent a frame larger than the reader accepts. Bytes are counted from the frame's start, line ends included. */
export class SseLimitError extends Error {
  readonly code = 'sse-frame-too-large';
  /** The limit that was passed, in bytes. */
  readonly maxFrameBytes: number;
  /** Where in the stream the frame begins, in bytes. */
  readonly start: number;

  constructor(maxFrameBytes: number, start: number) {
    super(
      `The peer's event stream has a frame of more than ${maxFrameBytes} bytes at byte ${start}; ` +
        'close the stream, or read it again from the start with a larger maxFrameBytes.',
    );
    this.name = 'SseLimitError';
    this.maxFrameBytes = maxFrameBytes;
    this.start = start;
  }
}
