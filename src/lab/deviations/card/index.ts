import type { Deviation } from '../../deviation.ts';
import { cardAtOldPlace } from './card-at-old-place.ts';
import { cardAudioUnstreamed } from './card-audio-unstreamed.ts';
import { cardChanges } from './card-changes.ts';
import { cardDoublesSkills } from './card-doubles-skills.ts';
import { cardFlagsAsText } from './card-flags-as-text.ts';
import { cardForeignOrigin } from './card-foreign-origin.ts';
import { cardForged } from './card-forged.ts';
import { cardIncomplete } from './card-incomplete.ts';
import { cardLooseModes } from './card-loose-modes.ts';
import { cardNotJson } from './card-not-json.ts';
import { cardSwapsInterfaces } from './card-swaps-interfaces.ts';
import { cardTwoStories } from './card-two-stories.ts';
import { cardUncached } from './card-uncached.ts';
import { cardWantsMtls } from './card-wants-mtls.ts';
import { cardWildcardUrl } from './card-wildcard-url.ts';
import { cardWrongPort } from './card-wrong-port.ts';
import { workingUnseen } from './working-unseen.ts';

export const card: readonly Deviation[] = [
  cardAtOldPlace,
  cardAudioUnstreamed,
  cardChanges,
  cardDoublesSkills,
  cardFlagsAsText,
  cardForeignOrigin,
  cardForged,
  cardIncomplete,
  cardLooseModes,
  cardNotJson,
  cardSwapsInterfaces,
  cardTwoStories,
  cardUncached,
  cardWantsMtls,
  cardWildcardUrl,
  cardWrongPort,
  workingUnseen,
];
