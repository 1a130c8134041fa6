import { hash } from 'node:crypto';
import { canonicalJson } from '../protocol/canonical-json.ts';
import { oncePerCard } from './once-per-card.ts';

/** What tells a card from another: the same for two that say the same. */
export const contentDigestOf = oncePerCard(({ raw }) => hash('sha256', canonicalJson(raw)));
