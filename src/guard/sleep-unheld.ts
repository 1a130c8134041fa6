/** Sleeps without keeping the process alive. Resolves to `false` where the signal cut it short. */
export function sleepUnheld(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const cut = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cut);
      resolve(true);
    }, ms).unref();
    signal.addEventListener('abort', cut, { once: true });
  });
}
