let last = 0;

/** An id for the next call or delivery; no two vantages of this process have the same one. */
export function nextVantageId(): number {
  return ++last;
}
