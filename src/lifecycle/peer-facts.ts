import type { Binding, Dialect } from '../protocol/operation.ts';
import type { PeerRecord } from './peer-record.ts';
import type { RuleTable } from './rule-table.ts';

/** What the card of a peer says of one of its interfaces, as far as rules judge by it. */
export interface Claims {
  readonly dialect: Dialect;
  readonly binding: Binding;
  /** `undefined`: not known. A card that was read and doesn't say denies it: `false`. */
  readonly streaming: boolean | undefined;
  readonly pushNotifications: boolean | undefined;
  readonly stateTransitionHistory: boolean | undefined;
  readonly extendedAgentCard: boolean | undefined;
  /** The union of the card's default modes and those of its skills, lower case, without parameters; empty: not said. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  /** Of the input modes those that every skill takes; absent: not known. */
  readonly inputModesOfEverySkill?: readonly string[];
  readonly requiredExtensions: readonly string[];
  /** Whether the card lets anybody call without credentials; absent: not known. */
  readonly anonymousAllowed?: boolean;
  /** Whether the interface is reached by a public address; absent: not known. */
  readonly publicAddress?: boolean;
}

/** What the monitor knows of a peer. Shared by all tasks of one interface. */
export interface PeerFacts {
  readonly claims: Claims;
  /** The rules that apply to this dialect and binding, by what they listen to. */
  readonly rules: RuleTable;
  /** What is remembered over all its tasks. Without it, rules that compare tasks judge nothing. */
  readonly record?: PeerRecord;
}

/** The claims of a card that says nothing beyond its dialect and binding, with those given put over them. */
export function claimsWith(claims: Partial<Claims> = {}): Claims {
  return {
    dialect: '1.0',
    binding: 'JSONRPC',
    streaming: undefined,
    pushNotifications: undefined,
    stateTransitionHistory: undefined,
    extendedAgentCard: undefined,
    inputModes: [],
    outputModes: [],
    requiredExtensions: [],
    ...claims,
  };
}
