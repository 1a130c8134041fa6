import { excerpt } from '../protocol/excerpt.ts';
import type { JsonFault } from '../protocol/json-fault.ts';

/**
 * `not-json`: a line, or the whole, can't be parsed. `not-a-record`: JSON, but in none of the formats that are known.
 * `ill-formed`: a trace or HAR with a time or a status that is none. `bad-evidence`: an evidence file with something in
 * it that none has. `other-schema`: one of another version.
 */
export type RecordErrorCode = 'not-json' | 'not-a-record' | 'ill-formed' | 'bad-evidence' | 'other-schema';

/** A record of traffic that can't be read, and where. The message may quote the record: escape it where it is shown. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly code: RecordErrorCode;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, where: { code: RecordErrorCode; line: number; column?: number }) {
    const { code, line, column = 1 } = where;
    super(`Line ${line}, column ${column}: ${message}`);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

/** The error for text that is no JSON. @param line where in the file the text begins */
export function notJson(fault: JsonFault, line = 1): RecordError {
  const found = fault.found === undefined ? 'it ends too early' : `${excerpt(fault.found)} can't stand here`;
  return new RecordError(`this is no JSON: ${found}. If the file was cut off, remove what is incomplete.`, {
    code: 'not-json',
    line: line + fault.line - 1,
    column: fault.column,
  });
}
