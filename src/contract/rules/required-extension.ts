import { pointerTo } from '../../card/pointer.ts';
import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';

/** A card may require as many as it likes; a reader has seen enough by then. */
const MOST_TOLD = 8;

const uri = 'https://extensions.example/payment/v1';
const card = cardWith({ capabilities: { streaming: true, extensions: [{ uri, required: true }] } });

export const requiredExtension: ContractRule = {
  id: 'contract/required-extension',
  title: 'The agent requires an extension that the client does not understand',
  severity: 'error',
  basis: invariant(
    'A client that does not declare a required extension is refused, and one that declares it without understanding it breaks its rules.',
    '3.3.4, 4.6.1',
    V1,
  ),
  certainty: 'certain',
  path: 'send',
  why: 'The agent refuses the message, or expects steps of the client in mid-task that it does not know.',
  remedy: 'Mark an extension as required only where nothing works without it.',
  *check({ card: { capabilities }, abilities: { extensions } }) {
    if (extensions === 'any') return;
    let told = 0;
    for (const [index, extension] of capabilities.extensions.entries()) {
      if (!extension.required || extensions.has(extension.uri)) continue;
      yield {
        effect: 'refuses',
        because: `the card requires ${extension.uri}, which is not among the extensions of the profile`,
        pointer: pointerTo(['capabilities', 'extensions', index]),
      };
      if (++told === MOST_TOLD) return;
    }
  },
  pair: {
    raises: { card },
    nearMiss: { card, profile: { extensions: [uri] } },
  },
};
