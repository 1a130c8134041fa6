import { mediaTypeOf, withoutParameters } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { ModeStanding } from '../trust/trust-view.ts';

/** What is done with a part of a type that the agent's runtime has not been seen to take. */
export interface ModePolicy {
  /** Data that it doesn't take, or may not take, goes as the text of its JSON: nothing is lost. True by default. */
  readonly bridge: boolean;
  /** `ask`: the task is left as it is, and the caller decides. `try`: it is sent, at the risk that the task fails over it. */
  readonly unknownModes: 'ask' | 'try';
}

export const DEFAULT_MODE_POLICY: ModePolicy = { bridge: true, unknownModes: 'ask' };

/** The parts of a follow-up as they can be sent, or the media type that keeps it from being sent. */
export type FittedParts =
  | {
      readonly kind: 'fits';
      readonly parts: readonly Part[] /** The types that went as text. */;
      readonly bridged: readonly string[];
    }
  | { readonly kind: 'unfit'; readonly mode: string; readonly standing: 'rejected' | 'unknown' };

/**
 * Fits a follow-up to what the agent takes at runtime, which is what it was seen to take: a card that lists more fails the
 * task over it (source document 000). Text is taken to be understood until it was rejected.
 */
export function fitParts(
  parts: readonly Part[],
  standingOf: (mode: string) => ModeStanding,
  policy: ModePolicy,
): FittedParts {
  const bridged: string[] = [];
  const fitted: Part[] = [];
  const takesText = standingOf('text/plain') !== 'rejected';
  for (const part of parts) {
    const mode = mediaTypeOf(part);
    const standing = standingOf(mode);
    if (standing === 'accepted' || (mode === 'text/plain' && takesText)) {
      fitted.push(part);
      continue;
    }
    const text = policy.bridge && takesText && mode !== 'text/plain' ? asText(part) : undefined;
    if (text !== undefined) {
      bridged.push(mode);
      fitted.push({
        text,
        mediaType: 'text/plain',
        ...(part.metadata === undefined ? {} : { metadata: part.metadata }),
      });
    } else if (standing === 'unknown' && policy.unknownModes === 'try') {
      fitted.push(part);
    } else {
      return { kind: 'unfit', mode, standing };
    }
  }
  return { kind: 'fits', parts: fitted, bridged };
}

/** A part as plain text, where that loses nothing. */
function asText({ data, text, mediaType }: Part): string | undefined {
  if (data !== undefined) return JSON.stringify(data);
  return text !== undefined && withoutParameters(mediaType ?? '').startsWith('text/') ? text : undefined;
}
