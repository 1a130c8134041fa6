const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time as people say it, in its largest unit: `less than a minute`, `12 min`, `3 h`, `2 days`. */
export function spanWords(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

/** How long ago something was. */
export function agoWords(at: number, now: number): string {
  return `${spanWords(Math.max(0, now - at))} ago`;
}
