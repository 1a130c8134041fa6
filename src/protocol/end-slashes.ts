/** A path or URL without the slashes at its end. A loop, since on a peer's text the obvious expression is quadratic. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === 0x2f) end--;
  return path.slice(0, end);
}
