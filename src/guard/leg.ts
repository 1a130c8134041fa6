import type { InterfaceClient } from '../http/interface-client.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { PushListener } from '../push/push-listener.ts';
import type { LostMessage } from './recovery.ts';

/** One stretch of a delegation: from a message, or from where another process has left the task, to an outcome. */
export interface Leg {
  readonly client: InterfaceClient;
  /** `undefined`: nothing is sent, the task is only taken up again. */
  readonly message: OutgoingMessage | undefined;
  /** A message that another process has sent, or was about to: the task that it led to is looked for. */
  readonly lost?: LostMessage | undefined;
  readonly signal?: AbortSignal;
  /** From the start of the leg; when it has passed, the task is cancelled and the cancel verified. */
  readonly timeoutMs: number;
  /** Where the agent may call back; a delivery is a hint to read. */
  readonly push?: PushListener | undefined;
  /** Deadline and abort leave the task to itself, instead of cancelling it. */
  readonly detach?: boolean;
}
