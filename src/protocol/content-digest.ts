import { hash } from 'node:crypto';
import { withoutParameters } from './call.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Artifact, Message, Part } from './model.ts';

/**
 * SHA-256 (hex) over what a task delivered, so that two reads can be compared and evidence can name a content:
 * artifacts by id in any order; in each its parts in order, adjacent text parts of one media type joined; text, raw
 * in one spelling of its base64, url without query and fragment (signed URLs change with each read), filename, media
 * type without parameters, data as RFC 8785 JSON; no metadata. Text without a media type counts as `text/plain`. Without artifacts it
 * covers the status message, since some agents put their result there.
 */
export function contentDigest(artifacts: readonly Artifact[] | undefined, statusMessage: Message | undefined): string {
  const content =
    artifacts === undefined || artifacts.length === 0
      ? { message: partsOf(statusMessage?.parts ?? []) }
      : {
          artifacts: artifacts
            .map((artifact) => [artifact.artifactId, partsOf(artifact.parts)] as const)
            .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        };
  const text = canonicalText(content);
  return text === NOTHING ? NOTHING_DIGEST : hash('sha256', text);
}

/** Most reads are of work that has delivered nothing yet. */
const NOTHING = '{"message":[]}';
const NOTHING_DIGEST = hash('sha256', NOTHING);

/** Members in the order of their names: of strings alone, JSON as it is written anyway is then that of RFC 8785. */
interface DigestedPart {
  readonly filename: string;
  readonly kind: 'text' | 'raw' | 'url' | 'data';
  readonly mediaType: string;
  value: unknown;
}

/** Data may have its members in any order, and JSON writes a lone surrogate as an escape. */
function canonicalText(content: { readonly message: Parts } | { readonly artifacts: Artifacts }): string {
  const isPlain = (parts: Parts): boolean => parts.every(({ kind }) => kind !== 'data');
  const plain =
    'message' in content ? isPlain(content.message) : content.artifacts.every(([, parts]) => isPlain(parts));
  if (!plain) return canonicalJson(content);
  const text = JSON.stringify(content);
  return text.includes('\\ud') ? canonicalJson(content) : text;
}

type Parts = readonly DigestedPart[];
type Artifacts = readonly (readonly [string, Parts])[];

function partsOf(parts: readonly Part[]): readonly DigestedPart[] {
  const digested: DigestedPart[] = [];
  for (const part of parts) {
    const next = digestedPart(part);
    const last = digested.at(-1);
    if (next.kind === 'text' && next.filename === '') {
      if (next.value === '') continue;
      if (last?.kind === 'text' && last.filename === '' && last.mediaType === next.mediaType) {
        last.value = `${last.value}${next.value}`;
        continue;
      }
    }
    digested.push(next);
  }
  return digested;
}

function digestedPart(part: Part): DigestedPart {
  const filename = part.filename ?? '';
  const mediaType = withoutParameters(part.mediaType ?? '');
  if (part.text !== undefined)
    return { filename, kind: 'text', mediaType: mediaType || 'text/plain', value: part.text };
  if (part.raw !== undefined) return { filename, kind: 'raw', mediaType, value: bytesSpelling(part.raw) };
  if (part.url !== undefined) return { filename, kind: 'url', mediaType, value: withoutQuery(part.url) };
  return { filename, kind: 'data', mediaType, value: part.data };
}

/** A URL up to its query or fragment. Signed URLs differ from read to read while their content is the same. */
export function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Base64 in the standard alphabet, without padding and line breaks. Readers take either alphabet, padded or not, so what
 * is stored may well be spelled otherwise than what was streamed.
 */
export function bytesSpelling(raw: string): string {
  if (!/[-_=\s]/.test(raw)) return raw;
  return raw
    .replace(/[=\s]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}
