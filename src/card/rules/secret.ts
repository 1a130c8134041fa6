import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must, said } from './authority.ts';
import { newCard, skill } from './sample-cards.ts';
import { type CardText, textsOf } from './texts-of.ts';

/** Credentials that can be told by their form alone. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/, 'a private key'],
  // It begins at the dot and looks back, since texts can begin like one anywhere.
  [/\.(?<=\beyJ[\w-]{10,300}\.)eyJ[\w-]{10}/, 'a JSON Web Token'],
  [/\bsk-(?:[a-z]{1,16}-){0,3}[A-Za-z0-9]{20}/, 'an API key'],
  [/\bAIza[\w-]{35}\b/, 'an API key'],
  [/\b(?:ghp|gho|ghs|ghu)_[A-Za-z0-9]{36}\b/, 'an access token'],
  [/\bglpat-[\w-]{20}/, 'an access token'],
  [/\bxox[abprs]-[\w-]{20}/, 'an access token'],
  [/\bAKIA[A-Z0-9]{16}\b/, 'an access key'],
];

/** Members that hold a credential if they hold anything; descriptions of where one goes have other names. */
const NAMES =
  /^(api_?key|x-api-key|access_?token|auth_?token|token|password|passwd|client_?secret|secret|private_?key|credentials?)$/i;
const QUERY = /^(api[-_]?key|key|access[-_]?token|auth[-_]?token|token|password|secret|sig|signature)$/i;
/** What stands in for one, or says where it comes from. */
const PLACEHOLDER =
  /^(<.*>|\{.*\}|\$.*|%.*%|\*+|x+|your[-_ ].*|.*\b(here|example|placeholder|redacted|required|todo|none|null)\b.*)$/i;

/** Nothing longer is one. */
const LONGEST = 4_096;

export const secret: CardRule = {
  id: 'card/secret',
  title: 'The card gives away a credential',
  severity: 'error',
  basis: must('13.4, 14.3', V1, 'Credentials must be treated as secrets; a card should hold none.'),
  perDialect: {
    '0.3': { severity: 'warning', basis: said('5.4', V03, 'Plaintext secrets in a card are not recommended.') },
    '0.2': { severity: 'warning', basis: said('5.4', V02, 'Plaintext secrets in a card are not recommended.') },
  },
  certainty: 'either',
  why: "Whoever can read the card can use it, and what it opens is no longer the caller's alone.",
  remedy: 'Take it out of the card, revoke it, and declare the scheme instead; callers bring credentials of their own.',
  about: 'content',
  *check({ raw }) {
    for (const found of textsOf(raw)) {
      const form = FORMS.find(([pattern]) => pattern.test(found.text));
      if (form !== undefined) yield { pointer: found.pointer, because: `it holds ${form[1]}` };
      else yield* inUrl(found);
      if (form === undefined && isNamedSecret(found)) {
        yield { pointer: found.pointer, because: 'by its name it holds a credential', certainty: 'suspected' };
      }
    }
  },
  pair: {
    raises: {
      value: newCard({ skills: [skill({ examples: [`call me with AKIA${'Z7QX'.repeat(4)}`] })] }),
    },
    nearMiss: {
      value: newCard({
        securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' } } },
        securityRequirements: [{ schemes: { key: { list: [] } } }],
        documentationUrl: 'https://agent.example/docs?page=keys',
      }),
    },
  },
};

function* inUrl({ text, pointer }: CardText) {
  if (!/^\w+:\/\/\S+$/.test(text) || !URL.canParse(text)) return;
  const url = new URL(text);
  if (url.password !== '') yield { pointer, because: 'the URL has a password in it' };
  for (const [name, value] of url.searchParams) {
    if (!QUERY.test(name) || value.length < 12 || PLACEHOLDER.test(value)) continue;
    yield { pointer, because: `the URL carries a credential in its query (${name})`, certainty: 'suspected' as const };
  }
}

/** The long and unreadable is meant: a name may also be that of a scheme, a scope or a skill. */
function isNamedSecret({ path, text }: CardText): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || !NAMES.test(name) || text.length < 12 || text.length > LONGEST || /\s/.test(text))
    return false;
  return /\d/.test(text) && !PLACEHOLDER.test(text) && !/^https?:/.test(text);
}
