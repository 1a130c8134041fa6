import { withoutParameters } from '../protocol/call.ts';
import { canonicalJson } from '../protocol/canonical-json.ts';
import { bytesSpelling, withoutQuery } from '../protocol/content-digest.ts';
import type { Part } from '../protocol/model.ts';

/**
 * A 64-bit fingerprint of an artifact's content that grows with each streamed chunk, so that a live task costs a few
 * words and never its content. It is keyed by a secret of this process, else a peer could prepare two contents with
 * one fingerprint. Two contents are equal exactly where `contentDigest` (SHA-256, for evidence) takes them as equal.
 */
export interface Fingerprint {
  high: number;
  low: number;
  /** The media type of the text run that the next text chunk would continue, or `undefined` between runs. */
  run: string | undefined;
}

/** A secret for the fingerprints of one process: two numbers of 32 bits. */
export type FingerprintKey = readonly [number, number];

const TEXT = 1;
const RAW = 2;
const URL_PART = 3;
const DATA = 4;
const END = 5;

/** Starts a fingerprint over. */
export function resetFingerprint(print: Fingerprint, key: FingerprintKey): void {
  print.high = key[0] | 0;
  print.low = key[1] | 0;
  print.run = undefined;
}

/** Takes in parts in their order, as if they had been in one artifact from the start. */
export function addParts(print: Fingerprint, parts: readonly Part[]): void {
  for (const part of parts) addPart(print, part);
}

function addPart(print: Fingerprint, part: Part): void {
  const { text } = part;
  if (text !== undefined && !part.filename) {
    if (text === '') return;
    const run = withoutParameters(part.mediaType ?? '') || 'text/plain';
    if (print.run !== run) {
      endRun(print);
      print.run = run;
      mix(print, TEXT);
      mixText(print, run);
    }
    mixText(print, text);
    return;
  }
  endRun(print);
  if (text !== undefined) {
    mix(print, TEXT);
    mixText(print, text);
  } else if (part.raw !== undefined) {
    mix(print, RAW);
    mixText(print, bytesSpelling(part.raw));
  } else if (part.url !== undefined) {
    mix(print, URL_PART);
    mixText(print, withoutQuery(part.url));
  } else {
    mix(print, DATA);
    mixText(print, canonicalJson(part.data));
  }
  mix(print, END);
  mixText(print, withoutParameters(part.mediaType ?? '') || (text === undefined ? '' : 'text/plain'));
  mix(print, END);
  mixText(print, part.filename ?? '');
  mix(print, END);
}

function endRun(print: Fingerprint): void {
  if (print.run === undefined) return;
  mix(print, END);
  print.run = undefined;
}

/** The fingerprint without its open run closed: equal for the same content however it was cut into chunks. */
export function samePrint(a: Fingerprint, b: Fingerprint): boolean {
  return a.high === b.high && a.low === b.low && a.run === b.run;
}

/** Mixes a text in, or a part of it, code unit by code unit. */
export function mixText(print: Fingerprint, text: string, from = 0, to = text.length): void {
  let { high, low } = print;
  for (let i = from; i < to; i++) {
    high = (Math.imul(high ^ text.charCodeAt(i), 0x9e3779b1) + low) | 0;
    low = Math.imul(low ^ ((high << 13) | (high >>> 19)), 0x85ebca77);
  }
  print.high = high;
  print.low = low;
}

/** Marks lie outside the range of UTF-16 code units, so that no text can imitate one. */
function mix(print: Fingerprint, mark: number): void {
  print.high = (Math.imul(print.high ^ (mark << 16), 0x9e3779b1) + print.low) | 0;
  print.low = Math.imul(print.low ^ ((print.high << 13) | (print.high >>> 19)), 0x85ebca77);
}

/** Mixes a number in, of which the lower 32 bits of its whole part count. */
export function mixNumber(print: Fingerprint, value: number): void {
  print.high = (Math.imul(print.high ^ (value | 0), 0x9e3779b1) + print.low) | 0;
  print.low = Math.imul(print.low ^ ((print.high << 13) | (print.high >>> 19)), 0x85ebca77);
}
