import { formatDuration } from '../duration.ts';
import type { Outlet } from './outlet.ts';

const TICK_MS = 1_000;

/** Lines that tell what happens, each with its time, above a last line that tells what goes on right now. */
export interface Progress {
  line(text: string): void;
  /** Sets the last line; only a terminal shows it, and it leaves no trace. */
  status(text: string): void;
  /** Takes the last line away and tells no more. */
  end(): void;
}

/** Tells nothing. */
export const noProgress: Progress = { line: () => undefined, status: () => undefined, end: () => undefined };

/** Progress on stderr. @param elapsedMs since the begin */
export function createProgress(err: Outlet, elapsedMs: () => number): Progress {
  let current = '';
  let over = false;
  const clear = (): void => {
    if (err.isTerminal && current !== '') err.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (!err.isTerminal || current === '') return;
    const line = `${time(elapsedMs())}  ${current} …`.slice(0, err.width - 1);
    err.write(`\r\u001b[K${err.style.quiet(line)}`);
  };
  const timer = err.isTerminal ? setInterval(draw, TICK_MS) : undefined;
  timer?.unref();
  return {
    line: (text) => {
      if (over) return;
      clear();
      err.line(`${err.style.quiet(time(elapsedMs()))}  ${text}`);
      draw();
    },
    status: (text) => {
      if (over) return;
      current = text;
      draw();
    },
    end: () => {
      if (over) return;
      over = true;
      clearInterval(timer);
      clear();
    },
  };
}

function time(ms: number): string {
  return formatDuration(ms).padStart(8);
}
