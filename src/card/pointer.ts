/** The JSON Pointer (RFC 6901) to a place, named from the top. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((part) => `/${escapePart(String(part))}`).join('');
}

/** The names on the way to the place of a pointer, from the top. */
export function partsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
