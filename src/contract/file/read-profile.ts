import type { JsonObject } from '../../protocol/json.ts';
import { DEFAULT_PROFILE, type Profile, type PushListener } from '../profile.ts';
import { checkShape } from './check-shape.ts';
import { readDocument } from './document.ts';
import { durationMs } from './duration.ts';
import { PROFILE_SCHEMA } from './profile-schema.ts';

/** A profile as it stands in its file, once its shape has been checked. */
interface ProfileFile extends Partial<Omit<Profile, 'push' | 'blockingLimitMs' | 'pollBudgetMs'>> {
  readonly push?: Partial<PushListener> & { readonly url: string };
  readonly blockingLimit?: string;
  readonly pollBudget?: string;
}

/**
 * Reads a profile from the text of a JSON or YAML file. What it leaves out has its default.
 *
 * @throws ContractFileError with line and column, saying what is wrong there
 */
export function readProfile(text: string): Profile {
  const file: ProfileFile = checkShape(readDocument(text), PROFILE_SCHEMA as unknown as JsonObject, 'profile');
  const { $schema: _, push, blockingLimit, pollBudget, ...rest } = file as ProfileFile & { readonly $schema?: string };
  return {
    ...DEFAULT_PROFILE,
    ...rest,
    ...(push === undefined ? {} : { push: { tls: 'server', auth: ['Bearer'], ...push } }),
    ...(blockingLimit === undefined ? {} : { blockingLimitMs: durationMs(blockingLimit) }),
    ...(pollBudget === undefined ? {} : { pollBudgetMs: durationMs(pollBudget) }),
  };
}
