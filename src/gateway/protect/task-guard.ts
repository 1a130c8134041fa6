import type { Observation } from '../../protocol/observation.ts';
export interface TaskGuard {
  readonly busy: boolean;
  see(seen: Observation): void;
  close(): void;
}
