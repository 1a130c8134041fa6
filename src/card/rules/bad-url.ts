import { withoutSecrets } from '../../http/without-secrets.ts';
import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { must } from './authority.ts';
import { interfacesOf, type NamedInterface } from './interfaces-of.ts';
import { interfaceAt, newCard, oldCard } from './sample-cards.ts';

export const badUrl: CardRule = {
  id: 'card/bad-url',
  title: 'The URL of an interface leads nowhere',
  severity: 'error',
  basis: must('4.4.6', V1, 'The URL must be a valid absolute HTTPS URL in production.'),
  perDialect: {
    '0.3': { basis: must('5.6.1, 3.1', V03, '`url` must be the primary endpoint, and communication go over HTTP(S).') },
    '0.2': { basis: must('5.5, 3.1', V02, '`url` must be absolute, and communication go over HTTP(S).') },
  },
  certainty: 'certain',
  why: 'No call to this interface can even be sent.',
  remedy: 'Write the whole public URL, with scheme and host, as callers have to use it.',
  about: 'content',
  *check(card) {
    for (const one of interfacesOf(card)) {
      const because = faultOf(one);
      if (because !== undefined) yield { pointer: one.pointer, because, dialect: one.layout };
    }
  },
  pair: {
    raises: { value: newCard({ supportedInterfaces: [interfaceAt('/a2a')] }) },
    nearMiss: {
      value: oldCard({ additionalInterfaces: [{ url: 'agent.example:443', transport: 'GRPC' }] }),
    },
  },
};

/** A binding of somebody's own may have URLs of its own kind; gRPC goes by host and port as well. */
function faultOf({ url, protocolBinding }: NamedInterface): string | undefined {
  const core = ['JSONRPC', 'HTTP+JSON'].includes(protocolBinding.toUpperCase());
  if (!core) return undefined;
  if (!URL.canParse(url)) return `${JSON.stringify(withoutSecrets(url))} is no absolute URL`;
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return `${protocolBinding} goes over HTTP, and the URL has the scheme "${protocol}"`;
  if (/[{}<>$]|%7B|%7D|%3C|%3E/i.test(hostname + new URL(url).pathname))
    return `${withoutSecrets(url)} is a template that was not filled in`;
  return undefined;
}
