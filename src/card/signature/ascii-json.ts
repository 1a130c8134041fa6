import { canonicalJson } from '../../protocol/canonical-json.ts';

/** The canonical form as a signer writes it whose JSON is ASCII: everything else by its UTF-16 code units. */
export function asciiJson(value: unknown): string {
  return canonicalJson(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
