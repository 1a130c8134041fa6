import { FORM, type Noticed, noticeWrong } from './form.ts';

/** What nearly all are, and a time whatever its digits: so it need not be parsed, which takes six times as long. */
const USUAL = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/** ISO 8601 as the texts have it: date and time, any fraction, and a zone or (in old examples) none. */
const ANY = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,18})?)?(Z|[+-]\d\d:?\d\d)?$/i;
/** What libraries write that keep an offset, and find none. */
const ZERO_OFFSET = /^[+-]00:00$/;

/**
 * Reads the time of a status. One without a zone is taken as UTC, which old examples mean by it; what is no time, or
 * none of this era, is noticed and left out, so that nothing is ever concluded from it.
 */
export function readTimestamp(value: unknown, noticed: Noticed): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') {
    if (USUAL.test(value)) return value;
    const match = ANY.exec(value);
    if (match !== null) {
      const zone = match[1];
      const time = zone === undefined ? `${value}Z` : value;
      if (isTime(time)) {
        if (zone !== 'Z' && zone !== 'z') noticed.bits |= formOf(zone);
        return time;
      }
    }
  }
  noticeWrong(noticed, 'status.timestamp');
  return undefined;
}

function formOf(zone: string | undefined): number {
  return zone !== undefined && ZERO_OFFSET.test(zone) ? FORM.zeroOffset : FORM.localTime;
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
