export type StoreErrorCode =
  /** The file is something else than a store of Probity's. It was not touched. */
  | 'not-a-store'
  /** A newer Probity wrote it. It was not touched. */
  | 'newer'
  /** The file is damaged. */
  | 'damaged'
  /** The file or its folder can't be opened, read or written. */
  | 'unusable'
  /** Another process has kept it locked for longer than can be waited. */
  | 'busy';

/** What is remembered can't be read or written. The message names the file, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly file: string;

  constructor(message: string, facts: ErrorOptions & { readonly code: StoreErrorCode; readonly file: string }) {
    super(message, facts);
    this.code = facts.code;
    this.file = facts.file;
  }

  /** What went wrong with a file, in its own terms, whoever told it. */
  static of(error: unknown, file: string): StoreError {
    if (error instanceof StoreError) return error;
    const facts = { file, cause: error };
    const { errcode, code, message = String(error) } = error as Partial<SqliteError>;
    switch (typeof errcode === 'number' ? errcode & 0xff : undefined) {
      case SQLITE.BUSY:
      case SQLITE.LOCKED:
        return new StoreError(`${file} has been locked by another process for too long. Try again.`, {
          ...facts,
          code: 'busy',
        });
      case SQLITE.NOT_A_DATABASE:
        return notAStore(file, error);
      case SQLITE.CORRUPT:
        return damaged(file, error);
    }
    return new StoreError(`${file} can't be used (${message}${code === undefined ? '' : `, ${code}`}). ${CHECK}`, {
      ...facts,
      code: 'unusable',
    });
  }
}

const CHECK =
  'Check that its folder is there and yours to write to, and that the disk is not full; or name another file.';

interface SqliteError {
  readonly errcode: number;
  readonly code: string;
  readonly message: string;
}

const SQLITE = { BUSY: 5, LOCKED: 6, CORRUPT: 11, NOT_A_DATABASE: 26 } as const;

/** Whether an operation failed only because another process was writing, and may be tried again. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as Partial<SqliteError>;
  return typeof errcode === 'number' && ((errcode & 0xff) === SQLITE.BUSY || (errcode & 0xff) === SQLITE.LOCKED);
}

export function noFolder(file: string, folder: string): StoreError {
  return new StoreError(
    `There is no folder ${folder}, so ${file} can't be made. Make the folder, or name another file.`,
    {
      code: 'unusable',
      file,
    },
  );
}

export function notAStore(file: string, cause?: unknown): StoreError {
  return new StoreError(`${file} is not a file of Probity's, and was left as it is. Name another file.`, {
    code: 'not-a-store',
    file,
    cause,
  });
}

export function damaged(file: string, cause?: unknown): StoreError {
  return new StoreError(
    `${file} is damaged, and was left as it is. Move it away to begin anew, or put a copy of it in its place.`,
    { code: 'damaged', file, cause },
  );
}

export function newer(file: string): StoreError {
  return new StoreError(
    `${file} was written by a newer version of Probity, and was left as it is. Update Probity, or name another file.`,
    { code: 'newer', file },
  );
}
