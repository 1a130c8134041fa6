import type { TrustView } from './trust-view.ts';

/** The name of the credential that headers are, for what trust is kept of; `undefined` without any. */
export function credentialOf(headers: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.length === 0 ? undefined : names.sort().join(' ');
}

/** Trust in what an agent does for whoever has that credential, whatever scheme its card calls for. */
export function underCredential(trust: TrustView, credential: string | undefined): TrustView {
  if (credential === undefined) return trust;
  return {
    standingOf: (at, claim) => trust.standingOf({ ...at, credential }, claim),
    refusalOf: (cardUrl, work) => trust.refusalOf(cardUrl, work),
  };
}
