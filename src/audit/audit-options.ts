import type { AddressPolicy } from '../http/address-policy.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { AuditEvent } from './audit-event.ts';
import type { Prompt, Prompts } from './prompts.ts';
import type { AuditTimes } from './times.ts';

export interface AuditOptions {
  /** Headers for the agent, credentials among them. They go to the origin of the target, and to `headerOrigins`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly headerOrigins?: readonly string[];
  /** Headers of another identity, to see what it sees of the first one's tasks. */
  readonly secondHeaders?: Readonly<Record<string, string>>;
  /** The two identities have nothing in common: whatever one sees of the other is an error. */
  readonly identitiesAreSeparate?: boolean;
  /** What makes this agent do what. */
  readonly prompts?: Prompts;
  /** One message for everything that `prompts` has nothing for. */
  readonly message?: Prompt;
  /** Only what has no side effects beyond one task, on whichever interface; a suspicion is not looked into by another one. */
  readonly safe?: boolean;
  /** Watches for 5 s instead of 45 s. */
  readonly quick?: boolean;
  /** Single times, put over those that `quick` chooses among. */
  readonly times?: Partial<AuditTimes>;
  /** The time for the whole audit in ms; what is left then is untested. */
  readonly budgetMs?: number;
  /** Scenarios at the same time; 32 by default. */
  readonly concurrency?: number;
  /** Ids of scenarios to play, or to leave out; a beginning such as `cancel` stands for all that begin so. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Names, bindings, versions or URLs of interfaces; none given means all. */
  readonly interfaces?: readonly string[];
  /** Where the agent reaches our receiver of web-hooks, where that is not this machine; and where it listens. */
  readonly push?: { readonly publicUrl?: string; readonly host?: string; readonly port?: number };
  /** Whether the agent counts as one in public, to which no private address is open; by the spelling of its host unless given. */
  readonly publicAddress?: boolean;
  /** Aborting ends the audit: open tasks are cancelled, and the report tells what there is. */
  readonly signal?: AbortSignal;
  /** Told synchronously, in order. */
  readonly onEvent?: (event: AuditEvent) => void;
  /** Which addresses may be connected to: by default public ones, and those of the host in the target. */
  readonly allow?: AddressPolicy;
  readonly limits?: Partial<HttpLimits>;
}
