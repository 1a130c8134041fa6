import type { Deviation } from '../../deviation.ts';
import { authNotEnforced } from './auth-not-enforced.ts';
import { authUndeclared } from './auth-undeclared.ts';
import { extendedCardMissing } from './extended-card-missing.ts';
import { extendedCardOpen } from './extended-card-open.ts';
import { extensionNotEnforced } from './extension-not-enforced.ts';
import { extensionUnasked } from './extension-unasked.ts';
import { foreignTasksVisible } from './foreign-tasks-visible.ts';
import { versionIgnored } from './version-ignored.ts';
import { versionMisnamed } from './version-misnamed.ts';
import { versionRefused } from './version-refused.ts';

export const callers: readonly Deviation[] = [
  authNotEnforced,
  authUndeclared,
  extendedCardMissing,
  extendedCardOpen,
  extensionNotEnforced,
  extensionUnasked,
  foreignTasksVisible,
  versionIgnored,
  versionMisnamed,
  versionRefused,
];
