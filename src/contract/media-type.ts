/** A media type, or a range of them such as `audio/*`, in lower case (RFC 9110 §8.3.1). */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** What words mean that stand in lists of media types without being any; older cards name modes so. */
const WORDS: Readonly<Record<string, string>> = {
  text: 'text/*',
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  data: 'application/json',
  json: 'application/json',
};

const read = new Map<string, MediaType>();

/** Peers may name as many as they like; more than these aren't kept. */
const MOST_KEPT = 1_024;

/** Reads a media type. A word that is none takes in whatever it may mean: doubt must not refuse an agent. */
export function mediaType(text: string): MediaType {
  const known = read.get(text);
  if (known !== undefined) return known;
  const made = parse(text);
  if (read.size < MOST_KEPT) read.set(text, made);
  return made;
}

function parse(text: string): MediaType {
  const [name = '', ...rest] = text.toLowerCase().split(';');
  const bare = name.trim();
  const [type = '*', subtype = '*'] = (Object.hasOwn(WORDS, bare) ? (WORDS[bare] ?? '') : bare).split('/');
  if (!bare.includes('/') && !Object.hasOwn(WORDS, bare)) return { type: '*', subtype: '*', parameters: [] };
  const parameters = rest.flatMap((parameter): [string, string][] => {
    const at = parameter.indexOf('=');
    if (at === -1) return [];
    return [
      [
        parameter.slice(0, at).trim(),
        parameter
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ],
    ];
  });
  return { type: type.trim(), subtype: subtype.trim(), parameters };
}

/**
 * Whether two media types can mean the same content: ranges overlap, and no parameter that both name differs. A
 * parameter that only one of them names is left open.
 */
export function mayBeSame(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [mediaType(a), mediaType(b)];
  if (left.type !== '*' && right.type !== '*') {
    if (left.type !== right.type) return false;
    if (left.subtype !== right.subtype && left.subtype !== '*' && right.subtype !== '*') return false;
  }
  return left.parameters.every(([name, value]) =>
    right.parameters.every(([other, otherValue]) => other !== name || otherValue === value),
  );
}

/** Whether a media type fits in a list; an empty list takes all. */
export function fits(list: readonly string[], one: string): boolean {
  return list.length === 0 || list.some((entry) => mayBeSame(entry, one));
}

/**
 * What two lists have in common, in the order of the first and in the narrower of two spellings. `undefined` means that
 * neither says anything, so anything goes; an empty list that nothing is common.
 */
export function common(wanted: readonly string[], offered: readonly string[]): readonly string[] | undefined {
  if (wanted.length === 0) return offered.length === 0 ? undefined : offered;
  if (offered.length === 0) return wanted;
  const shared = wanted.flatMap((want) =>
    offered.flatMap((offer) => (mayBeSame(want, offer) ? [isRange(want) ? offer : want] : [])),
  );
  return [...new Set(shared)];
}

function isRange(text: string): boolean {
  return mediaType(text).subtype === '*';
}
