import { COLON, SPACE } from './bytes.ts';

export const DATA = Uint8Array.from(Buffer.from('data'));
export const EVENT = Uint8Array.from(Buffer.from('event'));
export const ID = Uint8Array.from(Buffer.from('id'));
export const RETRY = Uint8Array.from(Buffer.from('retry'));

/** Whether the name of the line `bytes[from, to)`, up to its colon or else its end, is this one. */
export function isField(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  const end = from + name.length;
  if (end > to || (end < to && bytes[end] !== COLON)) return false;
  for (let at = 0; at < name.length; at++) if (bytes[from + at] !== name[at]) return false;
  return true;
}

/** Where the value begins of a line whose name ends at `nameEnd`; at its end `to` if there is none. */
export function valueStart(bytes: Uint8Array, nameEnd: number, to: number): number {
  if (nameEnd === to) return to;
  const start = nameEnd + 1;
  return start < to && bytes[start] === SPACE ? start + 1 : start;
}
