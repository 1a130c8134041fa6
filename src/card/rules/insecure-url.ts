import { withoutSecrets } from '../../http/without-secrets.ts';
import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { asObject, asText } from '../../protocol/json.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import type { LintedCard } from '../lint/linted-card.ts';
import { pointerTo } from '../pointer.ts';
import { must } from './authority.ts';
import { hostKind } from './host-kind.ts';
import { interfacesOf } from './interfaces-of.ts';
import { interfaceAt, newCard } from './sample-cards.ts';

export const insecureUrl: CardRule = {
  id: 'card/insecure-url',
  title: 'A URL that work or credentials go to is not encrypted',
  severity: 'error',
  basis: must('7.1, 4.4.6', V1, 'Production deployments must use encrypted communication.'),
  perDialect: {
    '0.3': { basis: must('4.1', V03, 'Production deployments must use HTTPS.') },
    '0.2': { basis: must('4.1', V02, 'Production deployments must use HTTPS.') },
  },
  certainty: 'certain',
  why: 'Anybody on the way can read the work, take the credentials and change the answers.',
  remedy: 'Offer https only. Behind a proxy that ends TLS, take scheme and host from what it was asked for.',
  about: 'content',
  *check(card) {
    for (const { url, pointer, layout } of interfacesOf(card)) {
      if (isInsecure(url))
        yield { pointer, because: `${withoutSecrets(url)} is on a public host and not encrypted`, dialect: layout };
    }
    yield* insecureSchemes(card);
    const { url } = card.source;
    if (url !== undefined && isInsecure(url)) {
      yield { pointer: '', because: 'the card itself is served without encryption', severity: 'warning' };
    }
  },
  pair: {
    raises: { value: newCard({ supportedInterfaces: [interfaceAt('http://agent.example/a2a')] }) },
    nearMiss: { value: newCard({ supportedInterfaces: [interfaceAt('http://10.1.2.3/a2a')] }) },
  },
};

/** OAuth 2.0 and OpenID Connect require TLS at every one of their endpoints. */
function* insecureSchemes({ raw }: LintedCard): Iterable<CardBreach> {
  for (const [name, scheme] of Object.entries(asObject(raw['securitySchemes']) ?? {})) {
    yield* insecureIn(scheme, ['securitySchemes', name], 4);
  }
}

function* insecureIn(value: unknown, path: readonly string[], depth: number): Iterable<CardBreach> {
  if (depth === 0) return;
  for (const [name, member] of Object.entries(asObject(value) ?? {})) {
    const own = [...path, name];
    const url = asText(member);
    if (url === undefined) yield* insecureIn(member, own, depth - 1);
    else if (/Url$/.test(name) && isInsecure(url)) {
      yield { pointer: pointerTo(own), because: `${name} is ${withoutSecrets(url)}, and credentials go there` };
    }
  }
}

function isInsecure(url: string): boolean {
  return URL.canParse(url) && /^(http|ws):$/.test(new URL(url).protocol) && hostKind(url) === 'public';
}
