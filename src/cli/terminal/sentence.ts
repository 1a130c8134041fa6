/** A text that ends as sentences do, whoever wrote it. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The same, beginning as sentences do. */
export function sentence(text: string): string {
  return ended(text.charAt(0).toUpperCase() + text.slice(1));
}
