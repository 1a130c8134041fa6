import type { Claim } from '../../lifecycle/finding.ts';

export const TRUST_ACTIONS = ['list', 'show', 'reset'] as const;
export type TrustAction = (typeof TRUST_ACTIONS)[number];

/** `probity trust`, as asked for on the command line. */
export interface TrustRequest {
  readonly action: TrustAction;
  /** The URL of an agent or its card, or the beginning of it; `undefined` for all agents. */
  readonly agent: string | undefined;
  readonly claim: Claim | undefined;
  /** `undefined` for the file in the user's state folder. */
  readonly file: string | undefined;
  readonly json: boolean;
}
