import { readFile } from 'node:fs/promises';
import { ContractFileError } from '../../contract/file/contract-file-error.ts';
import { readProfile } from '../../contract/file/read-profile.ts';
import { readTaskClass } from '../../contract/file/read-task-class.ts';
import type { DelegateOptions } from '../../guard/delegate-options.ts';
import { UsageError } from '../usage-error.ts';
import type { DelegateRequest } from './request.ts';

/**
 * What the files say of this client and this kind of task.
 *
 * @throws UsageError if a file can't be read, or is not what it has to be
 */
export async function readContractFiles({
  profileFile,
  taskFile,
}: DelegateRequest): Promise<Pick<DelegateOptions, 'profile' | 'task'>> {
  return {
    ...(profileFile === undefined ? {} : { profile: await readAs(profileFile, readProfile) }),
    ...(taskFile === undefined ? {} : { task: await readAs(taskFile, readTaskClass) }),
  };
}

async function readAs<T>(file: string, read: (content: string) => T): Promise<T> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`Can't read ${file}: ${(cause as Error).message}`, { cause });
  }
  try {
    return read(content);
  } catch (cause) {
    if (cause instanceof ContractFileError) throw new UsageError(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}
