import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentialHeaders } from './credentials.ts';

const ENTRIES = [
  { origins: ['https://agent.example/cards/7', 'http://localhost:9000'], headers: { authorization: 'Bearer one' } },
  { origins: ['https://other.example'], headers: { 'x-api-key': 'two' } },
];

describe('a credential', () => {
  it('goes to the origins that its entry names, whatever the path', () => {
    assert.deepEqual(credentialHeaders('https://agent.example/a2a?x=1', ENTRIES), { authorization: 'Bearer one' });
    assert.deepEqual(credentialHeaders('http://127.0.0.1:9000/', ENTRIES), { authorization: 'Bearer one' });
  });

  it('goes nowhere else: not to another port, scheme, host below or look-alike', () => {
    for (const url of [
      'https://agent.example:8443/',
      'http://agent.example/',
      'https://www.agent.example/',
      'https://agent.example.evil.example/',
      'https://agent.example@evil.example/',
      'http://localhost:9001/',
      'ftp://agent.example/',
      'agent.example',
    ]) {
      assert.deepEqual(credentialHeaders(url, ENTRIES), {}, url);
    }
  });
});
