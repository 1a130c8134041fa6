import { originOf } from '../../http/credentials.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { ours } from './authority.ts';
import { httpInterfacesOf } from './interfaces-of.ts';
import { newCard } from './sample-cards.ts';

/** A note: that an interface is elsewhere is allowed and common. It gets no credentials until somebody allows it. */
export const foreignOrigin: CardRule = {
  id: 'card/foreign-origin',
  title: 'An interface is on another origin than its card',
  severity: 'note',
  basis: ours('Whoever can write a card can send work and credentials anywhere, so another origin has to be allowed.'),
  certainty: 'certain',
  why: "Work goes to a host that nobody asked for; credentials for the card's own host are not sent there.",
  remedy: 'Serve card and interfaces from one origin, or tell callers which other origin belongs to the agent.',
  about: 'content',
  *check(card) {
    const { url } = card.source;
    const home = url === undefined ? undefined : originOf(url);
    if (url === undefined || home === undefined) return;
    for (const one of httpInterfacesOf(card)) {
      if (originOf(one.url) === home) continue;
      const because = `the card is at ${new URL(url).origin}, and this interface at ${withoutSecrets(one.url)}`;
      yield { pointer: one.pointer, because, dialect: one.layout };
    }
  },
  pair: {
    raises: { value: newCard(), url: 'https://cards.example/.well-known/agent-card.json' },
    nearMiss: { value: newCard(), url: 'https://agent.example/agents/one/agent-card.json' },
  },
};
