/** URIs as the comma-separated value of one header. What no header may carry is percent-encoded. */
export function headerList(uris: readonly string[]): string {
  return uris.map((uri) => uri.toWellFormed().replace(/[^\x21-\x7e]|,/gu, encodeURIComponent)).join(',');
}
