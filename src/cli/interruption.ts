import { SIGNAL_EXIT } from './exit-code.ts';

/** A terminal and npm each pass on one Ctrl-C: what comes within this time is the same one. */
const SAME_MS = 500;

type EndingSignal = keyof typeof SIGNAL_EXIT;

/** Ctrl-C, or a supervisor's request to end: the first asks, a later one insists. */
export interface Interruption {
  /** Aborted by the first. */
  readonly signal: AbortSignal;
  /** What to exit with once interrupted; `undefined` before. */
  readonly exitCode: number | undefined;
  /** Leaves signals to their default again. */
  stop(): void;
}

/**
 * Listens for SIGINT and SIGTERM.
 *
 * @param lastWords told, and written by the caller, before the process exits at once because somebody insisted
 */
export function listenForInterruption(lastWords: () => void): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let firstAt = 0;
  const handle = (name: EndingSignal): void => {
    const now = performance.now();
    if (exitCode === undefined) {
      exitCode = SIGNAL_EXIT[name];
      firstAt = now;
      controller.abort();
    } else if (now - firstAt >= SAME_MS) {
      lastWords();
      process.exit(exitCode);
    }
  };
  const names = Object.keys(SIGNAL_EXIT) as EndingSignal[];
  for (const name of names) process.on(name, handle);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop: () => {
      for (const name of names) process.off(name, handle);
    },
  };
}
