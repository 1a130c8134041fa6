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
function mediaType(text: string): MediaType {
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
  return a === b || overlap(mediaType(a), mediaType(b));
}

function overlap(a: MediaType, b: MediaType): boolean {
  if (a.type !== '*' && b.type !== '*') {
    if (a.type !== b.type) return false;
    if (a.subtype !== b.subtype && a.subtype !== '*' && b.subtype !== '*') return false;
  }
  return a.parameters.every(([name, value]) =>
    b.parameters.every(([other, otherValue]) => other !== name || otherValue === value),
  );
}

/** Whether a media type fits in a list; an empty list takes all. */
export function fits(list: readonly string[], one: string): boolean {
  return list.length === 0 || list.some((entry) => mayBeSame(entry, one));
}

/** No list is read further than this: nobody means to, and comparing two lists costs their product. */
const MOST_MODES = 128;

/**
 * What two lists have in common, in the order of the first and in the narrower of two spellings. `undefined` means that
 * neither says anything, so anything goes; an empty list that nothing is common.
 */
export function common(wanted: readonly string[], offered: readonly string[]): readonly string[] | undefined {
  if (wanted.length === 0) return offered.length === 0 ? undefined : offered;
  if (offered.length === 0) return wanted;
  const offers = offered.slice(0, MOST_MODES).map((text) => ({ text, type: mediaType(text) }));
  const shared = wanted.slice(0, MOST_MODES).flatMap((want) => {
    const type = mediaType(want);
    return offers.flatMap((offer) =>
      want === offer.text || overlap(type, offer.type) ? [type.subtype === '*' ? offer.text : want] : [],
    );
  });
  return [...new Set(shared)];
}
