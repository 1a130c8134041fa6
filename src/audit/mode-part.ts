import type { Part } from '../protocol/model.ts';

/** The smallest picture there is: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A media type that no card lists. */
export const UNHEARD_MODE = 'application/x-probity-probe';

/** A part of a media type that a card declares; `undefined` for a range, or for what is no media type. */
export function partOfMode(mode: string): Part | undefined {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(mode)) return undefined;
  if (mode.startsWith('text/')) return { text: 'Please go on.', mediaType: mode };
  if (mode === 'application/json' || mode.endsWith('+json')) return { data: { answer: 'yes' }, mediaType: mode };
  if (mode === 'image/png') return { raw: PIXEL, mediaType: mode, filename: 'pixel.png' };
  return { raw: 'cHJvYml0eQ==', mediaType: mode, filename: 'probe.bin' };
}
