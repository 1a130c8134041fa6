import type { SignaturePolicy } from '../card/signature/signature-report.ts';
import { BINDINGS, type Binding, DIALECTS, type Dialect } from '../protocol/operation.ts';

/** The fields of a profile that a client may be able to widen when it has to. */
export const ACQUIRABLE = [
  'bindings',
  'versions',
  'input',
  'output',
  'credentials',
  'extensions',
  'push',
  'blockingLimit',
  'signatures',
] as const;
export type Acquirable = (typeof ACQUIRABLE)[number];

/** Where this client takes call-backs. */
export interface PushListener {
  readonly url: string;
  /** `mutual`: it can ask the caller for a certificate and check it. */
  readonly tls: 'server' | 'mutual';
  /** HTTP authentication schemes that it can check, such as `Bearer`; empty: none. */
  readonly auth: readonly string[];
}

/** Where a credential is to be had: `env:NAME` or `file:PATH`. Never the credential itself. */
export type CredentialSource = `env:${string}` | `file:${string}`;

/** What this client can do, whatever the agent. Empty lists of media types mean any. */
export interface Profile {
  readonly bindings: readonly Binding[];
  readonly versions: readonly Dialect[];
  /** Media types that it can put into a message. */
  readonly input: readonly string[];
  /** Media types that it can take as a result. */
  readonly output: readonly string[];
  /** Credentials held, by the name of a security scheme or by its kind: `bearer`, `basic`, `apiKey`, `oauth2` … */
  readonly credentials: Readonly<Record<string, CredentialSource>>;
  /** URIs of the extensions that it understands. */
  readonly extensions: readonly string[];
  readonly push: PushListener | undefined;
  /** The longest that it can wait for a single answer, in ms. */
  readonly blockingLimitMs: number;
  /** The longest that it is willing to read a task at intervals, with nothing else telling, in ms. */
  readonly pollBudgetMs: number;
  readonly signatures: SignaturePolicy;
  /** Fields that it could widen if an agent needs it: negotiation then defers instead of refusing. */
  readonly acquirable: readonly Acquirable[];
}

/** A client that speaks what Probity speaks, takes any content, and has neither credentials nor a listener. */
export const DEFAULT_PROFILE: Profile = {
  bindings: BINDINGS.filter((binding) => binding !== 'GRPC'),
  versions: DIALECTS,
  input: [],
  output: [],
  credentials: {},
  extensions: [],
  push: undefined,
  blockingLimitMs: 30_000,
  pollBudgetMs: 3_600_000,
  signatures: 'if-present',
  acquirable: [],
};
