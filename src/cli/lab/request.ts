import type { Binding, DialectName } from '../../lab/index.ts';

/** A deviation by name, and the share of the tasks that it happens to, from 0 to 1. */
export interface ChosenDeviation {
  readonly name: string;
  readonly share: number;
}

export interface LabExtension {
  readonly uri: string;
  readonly required: boolean;
}

/** `probity lab`, as asked for on the command line. */
export interface LabRequest {
  /** The first nearest to the caller; none is asked for with `list` only. */
  readonly deviations: readonly ChosenDeviation[];
  readonly list: boolean;
  readonly port: number;
  readonly dialect: DialectName;
  /** None given means all that the dialect has. */
  readonly bindings: readonly Binding[];
  readonly stepMs: number;
  readonly knobs: Readonly<Record<string, number>>;
  readonly seed: number;
  /** Port of the control API, if one is to be opened. */
  readonly control: number | undefined;
  /** Bearer tokens by the name of their caller. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly tenants: readonly string[];
  readonly extensions: readonly LabExtension[];
  /** The agent to stand before, instead of the lab's own. */
  readonly upstream: string | undefined;
  readonly publicUrl: string | undefined;
  readonly json: boolean;
}
