import { takes } from '../../lifecycle/modes.ts';
import { withoutParameters } from '../../protocol/call.ts';
import type { Part } from '../../protocol/model.ts';

/** The media type of a part that a list doesn't take. Parts without a media type aren't judged. */
export function typedPartOutside(list: readonly string[], parts: readonly Part[]): string | undefined {
  if (list.length === 0) return undefined;
  for (const { mediaType } of parts) {
    if (mediaType && !list.includes(mediaType) && !takes(list, withoutParameters(mediaType))) return mediaType;
  }
  return undefined;
}
