import type { Part } from '../../protocol/model.ts';
import { safeJson, safeLine, safeLines } from '../terminal/safe-text.ts';

/** Parts as lines to be read, fit for a terminal: text as it is, data as JSON, the rest by name and size. */
export function contentLines(parts: readonly Part[]): readonly string[] {
  const blocks: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') blocks.push(safeLines(text));
    text = '';
  };
  for (const part of parts) {
    if (part.text !== undefined) {
      text += part.text;
    } else {
      flush();
      blocks.push(describe(part));
    }
  }
  flush();
  return blocks.flatMap((block) => withoutEndLines(block).split('\n'));
}

/** The media types of some parts, each once. */
export function mediaTypes(parts: readonly Part[]): string {
  return [...new Set(parts.flatMap(({ mediaType }) => (mediaType ? [safeLine(mediaType)] : [])))].join(', ');
}

function describe({ data, raw, url, filename, mediaType }: Part): string {
  if (data !== undefined) return safeJson(data, 2);
  const named = [filename, mediaType].flatMap((name) => (name ? [safeLine(name)] : [])).join(', ');
  const suffix = named === '' ? '' : ` (${named})`;
  if (url !== undefined) return `[link] ${safeLine(url)}${suffix}`;
  if (raw !== undefined) return `[file] ${Math.floor((raw.length * 3) / 4)} bytes${suffix}`;
  return '[a part that holds nothing]';
}

/** A loop, since on a peer's text the obvious expression is quadratic. */
function withoutEndLines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end--;
  return text.slice(0, end);
}
