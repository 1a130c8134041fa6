import type { Finding } from '../lifecycle/finding.ts';
import type { TaskState } from '../protocol/task-state.ts';

/** Something that a gateway tells its operator. What peers and callers said in it is not yet escaped. */
export type GatewayEvent =
  | { readonly kind: 'card'; readonly peer: string; readonly found: boolean; readonly says: string }
  /** A rule was found broken. */
  | { readonly kind: 'finding'; readonly peer: string; readonly finding: Finding }
  /** The gateway did something of its own for a task: held back, repaired, refused, went on reading. */
  | {
      readonly kind: 'act';
      readonly peer: string;
      readonly act: GatewayAct;
      readonly taskId: string | undefined;
      readonly because: string;
    }
  /** What became of a task, as far as it could be verified. */
  | {
      readonly kind: 'outcome';
      readonly peer: string;
      readonly taskId: string;
      readonly state: TaskState | undefined;
      readonly verified: boolean;
      readonly says: string;
    }
  /** Something went by without being looked into, or could not be done. */
  | { readonly kind: 'notice'; readonly peer: string; readonly says: string };

export type GatewayAct =
  | 'dropped'
  | 'repaired'
  | 'replaced'
  | 'continued'
  | 'id-first'
  | 'refused'
  | 'bridged'
  | 'answered-again'
  | 'canceled';
