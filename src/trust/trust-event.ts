import type { Claim } from '../lifecycle/finding.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { InterfaceKey, Turn } from './trust-view.ts';

/** An interface as a card lists it; one of an `AgentCard` is one. */
export interface ListedInterface {
  readonly url: string;
  readonly binding: Binding | undefined;
  readonly dialect: Dialect | undefined;
  readonly tenant: string | undefined;
}

/** Which of what is remembered a reset forgets; nothing given means everything. */
export interface ResetScope {
  readonly cardUrl?: string | undefined;
  readonly claim?: Claim | undefined;
}

/**
 * Something that changes what is remembered. Memory and file take the same events through the same book, so that what
 * two processes see at once is added up, and not overwritten. `at` is in ms since the epoch.
 */
export type TrustEvent =
  | { readonly kind: 'kept'; readonly at: number; readonly key: InterfaceKey; readonly claim: Claim }
  | {
      readonly kind: 'broken';
      readonly at: number;
      readonly key: InterfaceKey;
      readonly claim: Claim;
      readonly rule: string;
    }
  | {
      readonly kind: 'doubted';
      readonly at: number;
      readonly key: InterfaceKey;
      readonly claim: Claim;
      readonly rule: string;
      readonly witness: string;
    }
  | {
      readonly kind: 'card';
      readonly at: number;
      readonly cardUrl: string;
      readonly digest: string;
      readonly interfaces: readonly ListedInterface[] | undefined;
    }
  | { readonly kind: 'mode'; readonly at: number; readonly turn: Turn; readonly accepted: boolean }
  | {
      readonly kind: 'refused';
      readonly at: number;
      readonly cardUrl: string;
      readonly work: string;
      readonly why: string;
    }
  | ({ readonly kind: 'reset'; readonly at: number } & ResetScope);
