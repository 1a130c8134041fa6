import type { Profile } from '../../src/contract/profile.ts';
import type { TaskClass } from '../../src/contract/task-class.ts';

/** A client as many are: both HTTP bindings, a token and a key, a listener on the web with a certificate of its own. */
export const CLIENT: Partial<Profile> = {
  credentials: { bearer: 'env:TOKEN', apiKey: 'env:KEY', oauth2: 'env:TOKEN', openIdConnect: 'env:TOKEN' },
  push: { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] },
};

/** Kinds of task that real cards are held against. */
export const KINDS = {
  /** A question in words, and an answer that a program or a person can read. */
  text: { input: ['text/plain'], output: ['text/*', 'application/json'] },
  /** Structured data to and fro. */
  data: { input: ['application/json'], output: ['application/json'], needs: ['multi-turn'] },
  /** Hours of work, of which somebody would like to be told. */
  long: { input: ['text/plain'], prefers: ['push'], maxDurationMs: 7_200_000 },
  /** Speech that flows. */
  live: { input: ['audio/pcm', 'text/plain'], output: ['audio/*'], streamed: ['audio/*'] },
} as const satisfies Readonly<Record<string, Partial<TaskClass>>>;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];
