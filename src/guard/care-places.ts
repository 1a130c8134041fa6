/** Settled tasks that one process looks after at a time: each is kept in memory as long as that takes. */
const MOST = 1_000;

const taken = new Set<AbortController>();

/** A place for one settled task to be looked after. Where there are too many, the one that had it longest gives way. */
export function takeCarePlace(): AbortController {
  const place = new AbortController();
  taken.add(place);
  if (taken.size > MOST) {
    for (const oldest of taken) {
      freeCarePlace(oldest);
      break;
    }
  }
  return place;
}

/** Nobody looks after that task any more. */
export function freeCarePlace(place: AbortController): void {
  taken.delete(place);
  place.abort();
}
