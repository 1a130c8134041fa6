import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAgentCard } from '../card/agent-card.ts';
import { type RecordedHeaders, recordedHeaders, unsaid } from './recorded-headers.ts';
import { type TraceLine, traceLines } from './trace-line.ts';

function requests(...headers: readonly (object | undefined)[]): readonly TraceLine[] {
  const lines = headers.map((each) => JSON.stringify({ dir: 'req', path: '/', ...(each && { headers: each }) }));
  return traceLines(lines.join('\n'), []);
}

function cardWith(...schemes: readonly object[]) {
  return readAgentCard({
    name: 'agent',
    supportedInterfaces: [{ url: 'https://agent.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    securitySchemes: Object.fromEntries(schemes.map((scheme, i) => [`s${i}`, scheme])),
  });
}

/** What the last of these requests is known not to have said. */
function unsaidByLast(lines: readonly TraceLine[], recorded: RecordedHeaders): object {
  const last = lines.at(-1);
  assert.ok(last);
  return unsaid(last.json, '1.0', recorded);
}

const BEARER = { httpAuthSecurityScheme: { scheme: 'bearer' } };
const KEY = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

describe('what a request of a record lacks', () => {
  it('is known where another request of the record has it', () => {
    const lines = requests({ Authorization: 'Bearer x', 'A2A-Version': '1.0', 'A2A-Extensions': 'urn:e' }, {});
    const recorded = recordedHeaders(lines, cardWith(BEARER));
    assert.deepEqual(unsaidByLast(lines, recorded), { probe: 'anonymous', version: '', extensions: [] });
  });

  it('is not known where no request has it, or where the headers of the request were not recorded', () => {
    const none = requests({ accept: '*/*' }, {});
    assert.deepEqual(unsaidByLast(none, recordedHeaders(none, cardWith(BEARER))), {});
    const unrecorded = requests({ authorization: 'Bearer x', 'a2a-version': '1.0' }, undefined);
    assert.deepEqual(unsaidByLast(unrecorded, recordedHeaders(unrecorded, cardWith(BEARER))), {});
  });

  it('is no credential where one of another kind of the card’s is there', () => {
    const lines = requests({ authorization: 'Bearer x' }, { 'x-key': 'k' });
    assert.deepEqual(unsaidByLast(lines, recordedHeaders(lines, cardWith(BEARER, KEY))), {});
  });

  it('may be a credential that goes by no header', () => {
    for (const scheme of [{ mtlsSecurityScheme: {} }, { apiKeySecurityScheme: { location: 'query', name: 'k' } }]) {
      const lines = requests({ authorization: 'Bearer x' }, {});
      assert.deepEqual(unsaidByLast(lines, recordedHeaders(lines, cardWith(BEARER, scheme))), {});
    }
  });

  it('is no version where the path names one', () => {
    const lines = traceLines(
      [
        { dir: 'req', headers: { 'a2a-version': '1.0' } },
        { dir: 'req', path: '/?A2A-Version=1.0', headers: {} },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
      [],
    );
    assert.deepEqual(unsaidByLast(lines, recordedHeaders(lines, undefined)), {});
  });
});
