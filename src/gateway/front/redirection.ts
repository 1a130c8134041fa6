import type { Visit } from '../visit.ts';
import { type WrittenAnswer, writeError } from './error-answer.ts';
import { TRAIT, traitsOf } from './header-traits.ts';

/**
 * Makes the headers of an answer in which what the agent says of places leads through the gateway, or what its caller is
 * told instead of a redirect that would lead past it.
 *
 * It is made here, where it holds nothing but the visit: one made where requests are taken in kept each of them, by a way
 * that only V8 knows, from being thrown away with what is young.
 */
export function ledThrough(
  visit: Visit,
): (status: number, headers: readonly string[]) => readonly string[] | WrittenAnswer {
  return (status, headers) => throughMount(visit, status, headers);
}

function throughMount(visit: Visit, status: number, headers: readonly string[]): readonly string[] | WrittenAnswer {
  if (!headers.some((name, at) => at % 2 === 0 && isPlace(name))) return headers;
  const led: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const place = isPlace(name) ? mountedUrl(visit, value) : value;
    if (place !== undefined) led.push(name, place);
    else if (status >= 300 && status < 400) return leadsAway(visit, value);
  }
  return led;
}

function isPlace(header: string): boolean {
  return (traitsOf(header) & TRAIT.place) !== 0;
}

function mountedUrl({ place, peer, mountUrl }: Visit, value: string): string | undefined {
  const url = URL.parse(value, place.origin + place.path);
  const rest = url === null ? undefined : peer.paths.mounted(url.href);
  if (url === null || rest === undefined || peer.placeOf(rest) === undefined) return undefined;
  return mountUrl + rest + url.hash;
}

function leadsAway({ place, peer, call }: Visit, value: string): WrittenAnswer {
  const where = named(URL.parse(value, place.origin + place.path), place.origin);
  const message = `The agent ${peer.name} answered with a redirect to ${where}, where the gateway does not lead.`;
  return writeError(call.form, { name: 'InternalError', message, status: 502 });
}

/** A place without what may be secret in it. */
function named(to: URL | null, own: string): string {
  if (to === null) return 'no URL';
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return `a URL of ${to.protocol}`;
  return to.origin === own ? own + to.pathname : to.origin;
}
