/** Waits `ms`; false if one of the signals aborts before. Leaves no timer and no listener behind. */
export function pause(ms: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (whole: boolean) => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', cut);
      resolve(whole);
    };
    const cut = () => finish(false);
    const timer = setTimeout(() => finish(true), ms);
    for (const signal of signals) {
      if (signal.aborted) return cut();
      signal.addEventListener('abort', cut);
    }
  });
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
