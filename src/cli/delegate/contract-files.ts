import { readProfile } from '../../contract/file/read-profile.ts';
import { readTaskClass } from '../../contract/file/read-task-class.ts';
import type { DelegateOptions } from '../../guard/delegate-options.ts';
import { readFileAs } from '../input-file.ts';
import type { DelegateRequest } from './request.ts';

/**
 * What the files say of this client and this kind of task.
 *
 * @throws UsageError if a file can't be read, or is not what it has to be
 */
export async function readContractFiles({
  profileFile,
  taskFile,
}: Pick<DelegateRequest, 'profileFile' | 'taskFile'>): Promise<Pick<DelegateOptions, 'profile' | 'task'>> {
  return {
    ...(profileFile === undefined ? {} : { profile: await readFileAs(profileFile, readProfile) }),
    ...(taskFile === undefined ? {} : { task: await readFileAs(taskFile, readTaskClass) }),
  };
}
