import { open } from 'node:fs/promises';
import type { HttpHeaders } from '../../http/headers.ts';
import { asObject } from '../../protocol/json.ts';
import { isLegacyCard } from '../card-layout.ts';
import type { CardAttempt } from '../lint/card-source.ts';
import { parseCard } from '../parse-card.ts';
import { DEFAULT_MAX_BYTES, type SeekOptions, seekCard } from './seek-card.ts';

/** Where a card is to be had from: a URL, the path of a file, or its text. */
export type CardOrigin = string | { readonly text: string; readonly name?: string };

/** A card's text, and all that is known of how it was come by. */
export interface ObtainedCard {
  readonly place: string;
  readonly text: string | undefined;
  readonly value: unknown;
  /** Where it was served; `undefined` for a file or a text. */
  readonly url: string | undefined;
  readonly headers: HttpHeaders | undefined;
  readonly attempts: readonly CardAttempt[];
  /** What the cache held before, where that is something else. */
  readonly earlier: string | undefined;
}

/** Gets hold of a card. What stands in the way of that is told by the attempts. */
export async function obtainCard(origin: CardOrigin, options: SeekOptions): Promise<ObtainedCard> {
  if (typeof origin !== 'string') return given(origin.name ?? '-', origin.text, options);
  if (isWebUrl(origin)) {
    const { served, attempts } = await seekCard(origin, options);
    const { text, value, url, headers, earlier } = served ?? {};
    return { place: url ?? origin, text, value, url, headers, attempts, earlier };
  }
  const file = await readWithin(origin, options.maxBytes ?? DEFAULT_MAX_BYTES);
  if (typeof file === 'string') return given(origin, file, options);
  return { ...NOTHING, place: origin, attempts: [{ url: origin, result: 'unreachable', what: file.what }] };
}

/** Whether a target is to be fetched. */
export function isWebUrl(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}

const NOTHING = { text: undefined, value: undefined, url: undefined, headers: undefined, earlier: undefined };

function given(place: string, text: string, { maxBytes = DEFAULT_MAX_BYTES }: SeekOptions): ObtainedCard {
  const attempt = (result: CardAttempt['result'], what: string) => ({
    ...NOTHING,
    place,
    attempts: [{ url: place, result, what }],
  });
  if (Buffer.byteLength(text) > maxBytes) return attempt('unreachable', `is larger than ${maxBytes} bytes`);
  const { value } = parseCard(text);
  const raw = asObject(value);
  if (raw !== undefined && isLegacyCard(raw)) return { ...attempt('legacy', 'is a card of A2A 0.1'), text, value };
  return { ...NOTHING, place, text, value, attempts: [] };
}

/** No file is read whole only to find that it is too large. */
async function readWithin(path: string, maxBytes: number): Promise<string | { readonly what: string }> {
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.allocUnsafe(maxBytes + 1);
      let length = 0;
      while (length <= maxBytes) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return length > maxBytes ? { what: `is larger than ${maxBytes} bytes` } : buffer.toString('utf8', 0, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    return { what: code === 'ENOENT' ? 'is no file, and no URL of http or https' : `can't be read (${code})` };
  }
}
