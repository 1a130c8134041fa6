/**
 * Whether a list of media types takes this one. Both are lower case and without parameters. Entries that are no media
 * type (older agents list words such as `text` or `file`) and wildcards take all that they may mean.
 */
export function takes(list: readonly string[], mode: string): boolean {
  for (const entry of list) {
    if (entry === mode || !entry.includes('/') || entry === '*/*') return true;
    if (entry.endsWith('/*') && mode.startsWith(entry.slice(0, -1))) return true;
  }
  return false;
}

/** Whether a list of media types takes all of these. */
export function takesAll(list: readonly string[], modes: readonly string[]): boolean {
  return modes.every((mode) => takes(list, mode));
}
