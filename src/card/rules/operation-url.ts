import { withoutSecrets } from '../../http/without-secrets.ts';
import type { CardRule } from '../lint/card-rule.ts';
import { TRUE_INTERFACES } from './authority.ts';
import { httpInterfacesOf } from './interfaces-of.ts';
import { interfaceAt, newCard, oldCard } from './sample-cards.ts';

export const operationUrl: CardRule = {
  id: 'card/operation-url',
  title: 'The URL of an interface is that of one of its operations, or of the card',
  ...TRUE_INTERFACES,
  certainty: 'suspected',
  why: 'That operation may work, and every other call is refused or not found: tasks are begun that can’t be read or cancelled.',
  remedy: 'Write the URL below which all operations of the binding are, without the path of any of them.',
  about: 'content',
  *check(card) {
    for (const { url, pointer, layout } of httpInterfacesOf(card)) {
      const operation = OPERATION.exec(new URL(url).pathname)?.[1];
      if (operation === undefined) continue;
      const because = `${withoutSecrets(url)} ends in ${operation}, where only one thing is to be had`;
      yield { pointer, because, dialect: layout, certainty: 'suspected' };
    }
  },
  pair: {
    raises: { value: oldCard({ url: 'https://agent.example/a2a/v1/message:stream', additionalInterfaces: undefined }) },
    nearMiss: { value: newCard({ supportedInterfaces: [interfaceAt('https://agent.example/message/v1/tasks')] }) },
  },
};

const OPERATION = /\/(message[:/](?:send|stream)|tasks\/(?:get|cancel|send)|\.well-known\/agent(?:-card)?\.json)\/*$/i;
