import type { JsonObject } from '../protocol/json.ts';
import type { Part, Task } from '../protocol/model.ts';
import { schemaFault } from './json-schema.ts';
import { mayBeSame } from './media-type.ts';

/** What a completed task must hold to be of use to its caller. */
export interface ResultPredicate {
  /** At least so many artifacts that aren't empty. */
  readonly artifacts?: number;
  /** Each of these is among the parts; ranges such as `image/*` count. */
  readonly mediaTypes?: readonly string[];
  /** Some part's data satisfies this JSON Schema. */
  readonly schema?: JsonObject;
}

/** What of a task a predicate looks at. */
export type ResultOf = Pick<Task, 'artifacts' | 'statusMessage'>;

/**
 * What a task misses of what its caller asked for, as the end of a sentence, or `undefined` if it misses nothing. A
 * result that some agents put into the status message counts where there are no artifacts, but not as an artifact.
 */
export function missesOf(task: ResultOf, predicate: ResultPredicate): string | undefined {
  const filled = (task.artifacts ?? []).filter(({ parts }) => parts.some(hasContent));
  const least = predicate.artifacts ?? 0;
  if (filled.length < least) return `it holds ${filled.length} artifacts with content, and ${least} are asked for`;
  const parts = (filled.length > 0 ? filled : [{ parts: task.statusMessage?.parts ?? [] }])
    .flatMap((artifact) => artifact.parts)
    .filter(hasContent);
  for (const wanted of predicate.mediaTypes ?? []) {
    if (!parts.some((part) => mayBeSame(mediaTypeOf(part), wanted))) return `no part of it is ${wanted}`;
  }
  return predicate.schema === undefined ? undefined : missesSchema(parts, predicate.schema);
}

function missesSchema(parts: readonly Part[], schema: JsonObject): string | undefined {
  const candidates = parts.flatMap(dataOf);
  if (candidates.length === 0) return 'no part of it holds data, and a JSON Schema is given for it';
  const faults = candidates.map(({ data }) => schemaFault(schema, data));
  return faults.includes(undefined) ? undefined : `its data does not satisfy the JSON Schema: ${faults[0]}`;
}

/** Data, or text that is JSON by its own media type. */
function dataOf(part: Part): readonly { readonly data: unknown }[] {
  if (part.data !== undefined) return [{ data: part.data }];
  if (part.text === undefined || !/[/+]json\b/i.test(part.mediaType ?? '')) return [];
  try {
    return [{ data: JSON.parse(part.text) }];
  } catch {
    return [];
  }
}

function hasContent({ text, raw, url, data }: Part): boolean {
  return (text ?? '') !== '' || (raw ?? '') !== '' || (url ?? '') !== '' || data !== undefined;
}

/** A part without a media type: text is plain text, data is JSON, and of anything else only its type is unknown. */
function mediaTypeOf({ mediaType, text, data }: Part): string {
  if (mediaType !== undefined && mediaType !== '') return mediaType;
  if (text !== undefined) return 'text/plain';
  return data === undefined ? 'application/octet-stream' : 'application/json';
}
