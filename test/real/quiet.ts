import { mock } from 'node:test';

/** The servers of the SDKs write to the console whatever goes wrong on purpose. */
export function quietSdks(): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) mock.method(console, method, () => undefined);
}
