import { canonicalJson } from '../../../src/protocol/canonical-json.ts';
import type { Artifact, Part } from '../../../src/protocol/model.ts';

/** What artifacts hold, by id: their parts in full. */
export type Content = ReadonlyMap<string, readonly Part[]>;

export const NOTHING: Content = new Map();

/** What a snapshot holds. */
export function contentOf(artifacts: readonly Artifact[] | undefined): Content {
  if (artifacts === undefined || artifacts.length === 0) return NOTHING;
  const before = (artifactId: string, place: number) =>
    artifacts.slice(0, place).filter((other) => other.artifactId === artifactId).length;
  // An id that stands there again names another place.
  return new Map(
    artifacts.map(({ artifactId, parts }, place) => {
      const times = before(artifactId, place);
      return [times === 0 ? artifactId : `${artifactId}\u0000${times}`, parts];
    }),
  );
}

/** The media type of a part without its parameters. */
export function typeOf({ mediaType = '' }: Part): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/**
 * Parts in the one form that equal contents share: adjacent texts of one media type joined, empty ones left out, URLs
 * without query and fragment, bytes as they are, media types without parameters, no metadata.
 */
function normal(parts: readonly Part[]): string {
  const joined: string[][] = [];
  for (const part of parts) {
    const { text, filename = '' } = part;
    const mediaType = typeOf(part);
    if (text !== undefined && filename === '') {
      if (text === '') continue;
      const last = joined.at(-1);
      const type = mediaType || 'text/plain';
      if (last?.[0] === 'text' && last[1] === type) last[2] += text;
      else joined.push(['text', type, text]);
    } else if (text !== undefined) joined.push(['named text', mediaType || 'text/plain', text, filename]);
    else if (part.raw !== undefined)
      joined.push(['raw', mediaType, Buffer.from(part.raw, 'base64').toString('hex'), filename]);
    else if (part.url !== undefined) joined.push(['url', mediaType, part.url.split(/[?#]/)[0] ?? '', filename]);
    else joined.push(['data', mediaType, canonicalJson(part.data), filename]);
  }
  return JSON.stringify(joined);
}

export function sameParts(a: readonly Part[], b: readonly Part[]): boolean {
  return a === b || normal(a) === normal(b);
}

/** The length of parts that are text and nothing else; `undefined` for any others. */
export function textLength(parts: readonly Part[]): number | undefined {
  let length = 0;
  for (const { text, filename } of parts) {
    if (text === undefined || filename) return undefined;
    length += text.length;
  }
  return length;
}

/** Whether parts are text, and others that are text too begin with all of it and go on. */
export function begins(short: readonly Part[], long: readonly Part[]): boolean {
  const length = textLength(short);
  const whole = textLength(long);
  if (length === undefined || length === 0 || whole === undefined || whole <= length) return false;
  let rest = length;
  const head = long.map((part) => {
    const text = part.text?.slice(0, rest) ?? '';
    rest -= text.length;
    return { ...part, text };
  });
  return sameParts(short, head);
}

/** Whether there is nothing to an artifact: no part, or none but empty text. */
function isBlank(parts: readonly Part[]): boolean {
  return textLength(parts) === 0;
}

export function isEmpty(content: Content): boolean {
  for (const parts of content.values()) if (!isBlank(parts)) return false;
  return true;
}

/** The artifacts with any content that another content doesn't know. */
export function missing(has: Content, lacks: Content): readonly string[] {
  return [...has].filter(([id, parts]) => !lacks.has(id) && !isBlank(parts)).map(([id]) => id);
}

/** The artifacts that both know, with different content. */
export function differing(a: Content, b: Content): readonly string[] {
  return [...a]
    .filter(([id, parts]) => {
      const other = b.get(id);
      return other !== undefined && !sameParts(parts, other);
    })
    .map(([id]) => id);
}

export function sameContent(a: Content, b: Content): boolean {
  if (a === b) return true;
  if (missing(a, b).length > 0 || missing(b, a).length > 0) return false;
  return differing(a, b).length === 0;
}
