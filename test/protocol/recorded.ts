import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardInTrace, type TraceCard } from '../../src/judge/trace-card.ts';

const root = fileURLToPath(new URL('../traces/recorded', import.meta.url));

/** A recording of traffic with somebody else's agent. */
export interface Recording {
  readonly peer: string;
  readonly scenario: string;
  readonly text: string;
  /** The peer's card, where one was recorded. */
  readonly card: TraceCard | undefined;
}

/** All recordings, in the order of their names. */
export function recordings(): readonly Recording[] {
  const files = globSync(`${root}/*/*.jsonl`).sort();
  const cards = new Map<string, TraceCard | undefined>();
  for (const file of files) {
    if (basename(file) === 'card.jsonl') cards.set(basename(dirname(file)), cardInTrace(readFileSync(file, 'utf8')));
  }
  return files.map((file) => {
    const peer = basename(dirname(file));
    return {
      peer,
      scenario: basename(file, '.jsonl'),
      text: readFileSync(file, 'utf8'),
      card: cards.get(peer),
    };
  });
}
