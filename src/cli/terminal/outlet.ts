import { writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { EXIT } from '../exit-code.ts';
import { type Style, styleFor } from './style.ts';

/** The widest and the narrowest that prose is set, whatever the terminal says; some say 0. */
const WIDEST = 100;
const NARROWEST = 40;

/** One of the two streams that a command writes to. */
export interface Outlet {
  readonly style: Style;
  readonly isTerminal: boolean;
  /** Columns that lines may fill. */
  readonly width: number;
  /** Writes one line. */
  line(text?: string): void;
  /** Writes text as it is. */
  write(text: string): void;
}

/** Where a command reads and writes: results go to `out`, what happens meanwhile and errors to `err`. */
export interface Streams {
  readonly out: Outlet;
  readonly err: Outlet;
  readonly input: NodeJS.ReadableStream;
}

/** The streams of this process. A reader that goes away ends the writing, quietly, and nothing else. */
export function processStreams(): Streams {
  return { out: outletTo(process.stdout), err: outletTo(process.stderr), input: process.stdin };
}

function outletTo(stream: WriteStream): Outlet {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    // A reader that has gone (EPIPE), or a terminal that has (EIO), has seen enough. A full disk is another matter.
    if (error.code === 'EPIPE' || error.code === 'EIO') return;
    writeSync(2, `probity: can't write: ${error.message}\n`);
    process.exit(EXIT.fault);
  });
  const write = (text: string): void => {
    if (open) stream.write(text);
  };
  return {
    style: styleFor(stream),
    isTerminal: stream.isTTY === true,
    get width() {
      return Math.max(NARROWEST, Math.min(stream.columns || WIDEST, WIDEST));
    },
    write,
    line: (text = '') => write(`${text}\n`),
  };
}
