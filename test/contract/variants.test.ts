import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUDIO } from './audio-cards.ts';
import { MUTUAL_TLS } from './mtls-cards.ts';
import { decide, type Family } from './variant.ts';

function holds<K extends string>(name: string, family: Family<K>): void {
  const kinds = Object.keys(family.kinds) as K[];
  describe(name, () => {
    for (const variant of family.variants) {
      it(variant.what, () => {
        for (const kind of kinds) {
          const negotiation = decide(family, variant, kind);
          const why = `${kind}: ${JSON.stringify('reasons' in negotiation ? negotiation.reasons : negotiation.findings)}`;
          assert.equal(negotiation.decision, variant.verdicts[kind], why);
        }
      });
    }
  });
}

holds('an agent for speech', AUDIO);
holds('an agent that asks for certificates', MUTUAL_TLS);
