import type { CardRule } from '../lint/card-rule.ts';
import { ours } from './authority.ts';
import { newCard } from './sample-cards.ts';
import { textsOf } from './texts-of.ts';

/**
 * Controls but tab and line ends; bidirectional overrides and isolates; tag characters, which spell ASCII without being
 * seen. Joiners have their place in many scripts and in emoji, so they are none of these.
 */
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Flags of regions are written with tags, after a black flag. */
const FLAGS = /\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}/gu;

export const hiddenCharacters: CardRule = {
  id: 'card/hidden-characters',
  title: 'A text of the card holds characters that nobody sees',
  severity: 'note',
  basis: ours('What is shown to a person and what a model or a terminal reads must be the same.'),
  certainty: 'certain',
  why: 'Whoever looks the card over approves of something else than what a model or a terminal takes in.',
  remedy: 'Take control, direction and tag characters out of the texts.',
  about: 'content',
  *check({ raw }) {
    for (const { pointer, text } of textsOf(raw)) {
      const found = HIDDEN.exec(text.replace(FLAGS, ''));
      if (found === null) continue;
      const code = found[0].codePointAt(0) ?? 0;
      yield { pointer, because: `it holds U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
    }
  },
  pair: {
    raises: { value: newCard({ name: 'Trans\u202elator' }) },
    nearMiss: { value: newCard({ name: 'Übersetzer 👩‍💻 نویسه‌ها', description: 'Two\nlines\tof text.' }) },
  },
};
