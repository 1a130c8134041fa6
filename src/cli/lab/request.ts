import type { Binding, DialectName } from '../../lab/index.ts';

/** `probity lab`, as asked for on the command line. */
export interface LabRequest {
  /** Deviations, the first nearest to the caller; none is asked for with `list` only. */
  readonly names: readonly string[];
  readonly list: boolean;
  readonly port: number;
  readonly dialect: DialectName;
  /** None given means all that the dialect has. */
  readonly bindings: readonly Binding[];
  readonly stepMs: number;
  readonly knobs: Readonly<Record<string, number>>;
  /** Share of the tasks that the deviations happen to, from 0 to 1. */
  readonly share: number;
  /** The agent to stand before, instead of the lab's own. */
  readonly upstream: string | undefined;
  readonly json: boolean;
}
