import { readFile } from 'node:fs/promises';
import { TrustFileError } from '../card/signature/trusted-keys.ts';
import { ContractFileError } from '../contract/file/contract-file-error.ts';
import { fileWords } from './file-words.ts';
import { UsageError } from './usage-error.ts';

/**
 * The text of a file.
 *
 * @throws UsageError if it can't be read
 */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`Can't read ${file}: ${fileWords(cause)}.`, { cause });
  }
}

/**
 * What a file is read as.
 *
 * @throws UsageError naming the file, if it can't be read or `read` finds that it is something else
 */
export async function readFileAs<T>(file: string, read: (content: string) => T): Promise<T> {
  const content = await readText(file);
  try {
    return read(content);
  } catch (cause) {
    const known = [ContractFileError, TrustFileError, UsageError].some((kind) => cause instanceof kind);
    if (!known) throw cause;
    throw new UsageError(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A text as JSON.
 *
 * @param name what the text goes by in the message
 * @throws UsageError if it is none
 */
export function jsonOf(content: string, name: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UsageError(`${name} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
