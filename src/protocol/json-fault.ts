/** Where a text stops being JSON. Both count from 1; the column counts UTF-16 code units. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** What stands there: one character, or `undefined` at the end of the text. */
  readonly found: string | undefined;
}

type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';

const WORD = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

/** Finds the place where a text is no JSON; `undefined` if all of it is. The engine's own message often names none. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma-or-close');
  for (;;) {
    while (' \t\n\r'.includes(text[at] ?? '.')) at++;
    const char = text[at];
    if (char === undefined) return expected === 'end' ? undefined : faultAt(text, at);
    if (expected === 'end') return faultAt(text, at);
    const closes = char === '}' || char === ']';
    if (closes && expected.endsWith('or-close')) {
      if (open.pop() !== char) return faultAt(text, at);
      at++;
      expected = afterValue();
    } else if (expected === 'comma-or-close' || expected === 'colon') {
      if (char !== (expected === 'colon' ? ':' : ',')) return faultAt(text, at);
      at++;
      expected = expected === 'comma-or-close' && open.at(-1) === '}' ? 'key' : 'value';
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (end.fault) return faultAt(text, end.at);
      at = end.at;
      expected = expected.startsWith('key') ? 'colon' : afterValue();
    } else if (expected.startsWith('key')) {
      return faultAt(text, at);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      at++;
      expected = char === '{' ? 'key-or-close' : 'value-or-close';
    } else {
      WORD.lastIndex = at;
      if (!WORD.test(text)) return faultAt(text, at);
      at = WORD.lastIndex;
      expected = afterValue();
    }
  }
}

/** Where the string that begins at a quote ends, or where it goes wrong. */
function stringEnd(text: string, from: number): { readonly at: number; readonly fault: boolean } {
  let at = from + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { at: at + 1, fault: false };
    if (Number.isNaN(code) || code < 0x20) return { at, fault: true };
    at++;
    if (code !== 0x5c) continue;
    const escaped = text[at];
    if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) return { at, fault: true };
    at++;
    if (escaped !== 'u') continue;
    for (const end = at + 4; at < end; at++) if (!/[0-9a-fA-F]/.test(text[at] ?? '')) return { at, fault: true };
  }
}

function faultAt(text: string, at: number): JsonFault {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  let line = 1;
  for (let index = text.indexOf('\n'); index !== -1 && index < lineStart; index = text.indexOf('\n', index + 1)) line++;
  const point = text.codePointAt(at);
  return { line, column: at - lineStart + 1, found: point === undefined ? undefined : String.fromCodePoint(point) };
}
