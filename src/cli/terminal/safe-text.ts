/**
 * What a terminal would obey or hide instead of showing: controls (escape sequences begin with them), format characters
 * that turn or hide text, line separators, and halves of characters. The two joiners stay: scripts and emoji need them.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const HARMLESS = /[\u200c\u200d]/;

/**
 * Somebody else's text, made fit for a terminal: on one line, and whatever it would do to the terminal shown instead.
 */
export function safeLine(text: string): string {
  return text.replace(UNSAFE, (character) => (HARMLESS.test(character) ? character : shown(character)));
}

/** As {@link safeLine}, with line ends and tabs as they are. */
export function safeLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(safeLine).join('\t'))
    .join('\n');
}

/** JSON of any value, in which nothing but plain characters stands raw: as safe on a terminal as in a pipe. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    character === '\n' ? character : character.split('').map(jsonEscape).join(''),
  );
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
