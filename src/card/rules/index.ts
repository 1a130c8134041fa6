import type { CardRule } from '../lint/card-rule.ts';
import { badMediaType } from './bad-media-type.ts';
import { badUrl } from './bad-url.ts';
import { badVersion } from './bad-version.ts';
import { capabilityNotBoolean } from './capability-not-boolean.ts';
import { changedUnderTask } from './changed-under-task.ts';
import { contentType } from './content-type.ts';
import { dialectMix } from './dialect-mix.ts';
import { duplicateMember } from './duplicate-member.ts';
import { duplicateSkill } from './duplicate-skill.ts';
import { extendedWithoutScheme } from './extended-without-scheme.ts';
import { foreignOrigin } from './foreign-origin.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { insecureUrl } from './insecure-url.ts';
import { instructingText } from './instructing-text.ts';
import { interfaceMismatch } from './interface-mismatch.ts';
import { interfaceUnreachable } from './interface-unreachable.ts';
import { legacyPath } from './legacy-path.ts';
import { legacyVersion } from './legacy-version.ts';
import { loopbackUrl } from './loopback-url.ts';
import { noCacheHeaders } from './no-cache-headers.ts';
import { noTransport } from './no-transport.ts';
import { notACard } from './not-a-card.ts';
import { notJson } from './not-json.ts';
import { operationUrl } from './operation-url.ts';
import { orphanedAuthentication } from './orphaned-authentication.ts';
import { sameVersion } from './same-version.ts';
import { schema } from './schema.ts';
import { schemeNotRequired } from './scheme-not-required.ts';
import { secret } from './secret.ts';
import { securityRequirement } from './security-requirement.ts';
import { securityScheme } from './security-scheme.ts';
import { signatureInvalid } from './signature-invalid.ts';
import { signatureMissing } from './signature-missing.ts';
import { signaturePartial } from './signature-partial.ts';
import { signatureUnverifiable } from './signature-unverifiable.ts';
import { unknownBinding } from './unknown-binding.ts';
import { unknownScheme } from './unknown-scheme.ts';
import { unreachable } from './unreachable.ts';
import { unstable } from './unstable.ts';

/** Every rule about cards. */
export const CARD_RULES: readonly CardRule[] = [
  unreachable,
  notJson,
  notACard,
  legacyVersion,
  legacyPath,
  contentType,
  noCacheHeaders,
  unstable,
  changedUnderTask,
  sameVersion,
  schema,
  capabilityNotBoolean,
  dialectMix,
  duplicateMember,
  badUrl,
  badVersion,
  loopbackUrl,
  insecureUrl,
  foreignOrigin,
  operationUrl,
  unknownBinding,
  noTransport,
  interfaceUnreachable,
  interfaceMismatch,
  securityScheme,
  securityRequirement,
  unknownScheme,
  schemeNotRequired,
  orphanedAuthentication,
  extendedWithoutScheme,
  duplicateSkill,
  badMediaType,
  secret,
  instructingText,
  hiddenCharacters,
  signatureInvalid,
  signaturePartial,
  signatureUnverifiable,
  signatureMissing,
];
