import { isEventStream } from '../protocol/codec.ts';
import { asObject } from '../protocol/json.ts';
import { headersOf, type TraceLine } from './trace-line.ts';

/**
 * Whether a line is known not to have had a header, rather than to have been recorded without it: it says that it has
 * all, or another line shows that headers of this name were recorded.
 */
export type LacksHeader = (line: TraceLine, name: 'authorization' | 'content-type') => boolean;

/** Finds out which headers a record leaves out. */
export function lacksHeaderIn(lines: readonly TraceLine[]): LacksHeader {
  const recorded = new Set<string>();
  for (const line of lines) {
    const headers = headersOf(line.json);
    // The type of a stream is recorded for there being one at all.
    if (line.dir === 'res' && isEventStream(200, headers)) continue;
    for (const name of ['authorization', 'content-type'] as const) {
      if (headers[name] !== undefined) recorded.add(kindOf(line, name));
    }
  }
  return (line, name) => {
    if (asObject(line.json['headers']) === undefined || headersOf(line.json)[name] !== undefined) return false;
    return line.json['allHeaders'] === true || recorded.has(kindOf(line, name));
  };
}

/** Credentials are left out wherever they are; other headers of what was sent say nothing of those of what came back. */
function kindOf({ dir }: TraceLine, name: string): string {
  return name === 'authorization' ? name : `${dir} ${name}`;
}
