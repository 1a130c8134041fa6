import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { CardSource } from '../../src/card/lint/card-source.ts';
import { lintCard } from '../../src/card/lint/lint-card.ts';
import { verifySignatures } from '../../src/card/signature/verify-signatures.ts';
import type { HttpHeaders } from '../../src/http/headers.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { SDK_SAMPLES, SPEC_SAMPLES } from './spec-samples.ts';

interface Served {
  readonly url: string;
  readonly headers: HttpHeaders;
  readonly card: JsonObject;
}

const peers: Readonly<Record<string, Served>> = JSON.parse(
  readFileSync(new URL('./recorded/peers.json', import.meta.url), 'utf8'),
);

/** What is wrong with cards that real servers serve, each looked up in the text. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // An extended card is declared, and no scheme by which to authenticate for it.
  'a2a-js-1.3.0-nostream': ['warning card/extended-without-scheme /capabilities/extendedAgentCard'],
  // "text" is a mode of 0.1.
  'google-adk': [
    'warning card/bad-media-type /defaultInputModes/0',
    'warning card/bad-media-type /defaultOutputModes/0',
  ],
  voltagent: ['warning card/bad-media-type /defaultInputModes/0', 'warning card/bad-media-type /defaultOutputModes/0'],
};

describe('the cards of real agents', () => {
  for (const [name, { url, headers, card }] of Object.entries(peers)) {
    it(`raise nothing that isn't so: ${name}`, () => {
      const text = JSON.stringify(card);
      assert.deepEqual(weighty({ text, url, headers }), KNOWN[name] ?? []);
    });
  }
});

describe('the samples of the specification', () => {
  for (const [dialect, card] of Object.entries(SPEC_SAMPLES)) {
    it(`raise nothing: ${dialect}`, async () => {
      const url = `https://route.example.com/.well-known/${dialect === '0.2' ? 'agent' : 'agent-card'}.json`;
      const signatures = await verifySignatures(card, { cardUrl: url });
      assert.deepEqual(weighty({ text: JSON.stringify(card, undefined, 2), url, signatures }), []);
    });
  }
});

describe('the samples of the SDK', () => {
  for (const [name, card] of Object.entries(SDK_SAMPLES)) {
    it(`raise nothing but that their modes are no media types: ${name}`, () => {
      const raised = weighty({ value: card, url: 'http://localhost:41241/.well-known/agent-card.json' });
      assert.deepEqual(new Set(raised.map((line) => line.split(' ', 2)[1])), new Set(['card/bad-media-type']));
      assert.ok(raised.every((line) => line.startsWith('warning')));
    });
  }
});

function weighty(source: CardSource): readonly string[] {
  return lintCard(source)
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`);
}
