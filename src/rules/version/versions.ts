import { DIALECTS } from '../../protocol/operation.ts';

/** The first two numbers of a version, which are what counts (§3.6). */
export function majorMinor(version: string): string {
  return version.trim().split('.', 2).join('.');
}

/** Whether a request named a version that no text has. */
export function isUnheardOf(version: string | undefined): boolean {
  if (version === undefined || version === '') return false;
  return !isDialect(version) && !isDialect(majorMinor(version));
}

function isDialect(version: string): boolean {
  return DIALECTS.some((dialect) => dialect === version);
}
