import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import { asList, asObject } from '../../protocol/json.ts';
import type { CardBreach, CardRule } from '../lint/card-rule.ts';
import { pointerTo } from '../pointer.ts';
import { said } from './authority.ts';
import { newCard, skill } from './sample-cards.ts';

/** RFC 6838, 4.2: what type and subtype may be made of; then parameters (RFC 9110, 5.6.6). */
const MEDIA_TYPE =
  /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}(\s*;\s*[\w!#$%&'*+.^`|~-]+=("[^"]*"|[^\s;"]+))*\s*;?\s*$/i;
const MOST_LENGTH = 255;
const RANGE = /^(\*|[\w.+-]+)\/\*$/;

export const badMediaType: CardRule = {
  id: 'card/bad-media-type',
  title: 'A mode is no media type',
  severity: 'warning',
  basis: said('4.4.1, 4.4.5', V1, 'Input and output modes are media types.'),
  perDialect: {
    '0.3': { basis: said('5.5, 5.5.4', V03, 'Input and output modes are MIME types.') },
    '0.2': { basis: said('5.5, 5.5.4', V02, 'Input and output modes are MIME types.') },
  },
  certainty: 'certain',
  why: 'No client can match its own media types with it, so it refuses the agent or sends what it likes.',
  remedy: 'Write type and subtype, such as text/plain or application/json.',
  about: 'content',
  *check({ raw }) {
    yield* faulty(raw['defaultInputModes'], ['defaultInputModes']);
    yield* faulty(raw['defaultOutputModes'], ['defaultOutputModes']);
    for (const [index, entry] of asList(raw['skills']).entries()) {
      const item = asObject(entry);
      yield* faulty(item?.['inputModes'], ['skills', index, 'inputModes']);
      yield* faulty(item?.['outputModes'], ['skills', index, 'outputModes']);
    }
  },
  pair: {
    raises: { value: newCard({ defaultOutputModes: ['text', 'artifact'] }) },
    nearMiss: {
      value: newCard({
        skills: [skill({ outputModes: ['application/vnd.geo+json; charset=utf-8', 'audio/L16;rate=16000'] })],
      }),
    },
  },
};

function* faulty(modes: unknown, path: readonly (string | number)[]): Iterable<CardBreach> {
  for (const [index, mode] of asList(modes).entries()) {
    if (typeof mode !== 'string' || (mode.length <= MOST_LENGTH && MEDIA_TYPE.test(mode))) continue;
    const pointer = pointerTo([...path, index]);
    if (RANGE.test(mode)) {
      yield {
        pointer,
        because: `${JSON.stringify(mode)} is a range of media types, where the text asks for one`,
        severity: 'note',
      };
    } else {
      yield { pointer, because: `${JSON.stringify(mode.slice(0, MOST_LENGTH))} is no media type` };
    }
  }
}
