import { strangerIn } from './given-names.ts';

/** An option makes no sense. Nothing was done. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly code = 'bad-option';
}

/** @throws OptionError naming an option that there is not, and what was probably meant */
export function refuseStrangers<T extends object>(
  given: T,
  names: Readonly<Record<keyof T, unknown>>,
  owner = '',
): void {
  const stranger = strangerIn(given, names, owner);
  if (stranger !== undefined) throw new OptionError(stranger);
}
