import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Secrets } from './secrets.ts';

describe('credentials in what is shown', () => {
  const secrets = new Secrets([{ authorization: 'Bearer very-secret-token', 'x-team': 'blue-team-key' }]);

  it('are no values of headers that could be any', () => {
    const shown = secrets.headers({ Authorization: 'Bearer x', 'X-Other': 'y', 'content-type': 'application/json' });
    assert.deepEqual(shown, { authorization: '•••', 'x-other': '•••', 'content-type': 'application/json' });
  });

  it('are masked where an agent repeats them', () => {
    assert.equal(secrets.text('you sent very-secret-token and blue-team-key'), 'you sent ••• and •••');
    assert.equal(secrets.text('x-team was BLUE-TEAM-KEY'), 'x-team was •••');
  });

  it('are not the words of every day beside them', () => {
    const text = 'Send a Bearer token as application/json, not Basic.';
    assert.equal(new Secrets([{ authorization: 'Bearer abcdef', accept: 'application/json' }]).text(text), text);
  });

  it('are what a name is given in a cookie or in a scheme with parameters, and what Basic wraps up', () => {
    const wrapped = Buffer.from('alice:open sesame').toString('base64');
    for (const [headers, said, shown] of [
      [{ cookie: 'session=s3cr3t-one; theme=darkness' }, 'session s3cr3t-one', 'session •••'],
      [{ authorization: 'Digest username="alice", response="6629fae4"' }, 'response is 6629fae4', 'response is •••'],
      [{ authorization: `Basic ${wrapped}` }, 'alice has not open sesame', 'alice has not •••'],
      [{ authorization: `Basic ${wrapped}` }, `Basic ${wrapped}?`, '•••?'],
    ] as const) {
      assert.equal(new Secrets([headers]).text(said), shown);
    }
  });

  it('are hidden as far as they reach where a text was cut off', () => {
    assert.equal(secrets.text('“bad token very-sec…”'), '“bad token •••…”');
    assert.equal(secrets.text('bad token very-sec...'), 'bad token •••...');
    assert.equal(secrets.text('bad token very-sec', { cut: true }), 'bad token •••');
    assert.equal(secrets.text('it is very-sec'), 'it is very-sec');
  });

  it('are found in every text of a value, but not looked for in words of our own', () => {
    const team = new Secrets([{ 'x-mode': 'stream' }]);
    const told = { rule: 'stream/silent', found: [{ says: 'mode stream', count: 7 }, undefined] };
    const shown = team.within(told, (member) => member === 'rule');
    assert.deepEqual(shown, { rule: 'stream/silent', found: [{ says: 'mode •••', count: 7 }, undefined] });
  });

  it('are nowhere, as they are, in JSON, in JSON within JSON, or in a URL', () => {
    const printable = fc.string({ minLength: 6, maxLength: 40, unit: fc.constantFrom(...'aZ9"\\$&/=+;,. %•') });
    fc.assert(
      fc.property(printable, fc.string(), (given, around) => {
        const value = given.trim();
        fc.pre(value.length >= 6 && !'•••'.includes(value) && !around.includes(value));
        const own = new Secrets([{ 'x-key': value }]);
        const texts = [
          value,
          JSON.stringify(value),
          JSON.stringify(JSON.stringify({ value })),
          encodeURIComponent(value),
        ];
        for (const text of texts) {
          const shown = own.text(`${around}<${text}>${around}`);
          assert.ok(!shown.includes(`<${text}>`), shown);
          assert.ok(!shown.includes(value), shown);
        }
      }),
    );
  });

  it('are found however JSON escapes them, and in any case where a text was cut off', () => {
    const own = new Secrets([{ authorization: 'Bearer Zq9secret/tok+en77==', 'x-key': 'schlüssel-von-uns' }]);
    for (const [said, shown] of [
      [String.raw`{"is":"Zq9secret\/tok+en77=="}`, '{"is":"•••"}'],
      [String.raw`"{\"is\":\"Zq9secret\\/tok+en77==\"}"`, String.raw`"{\"is\":\"•••\"}"`],
      [String.raw`Zq9secret\u002ftok\u002Ben77\u003d\u003d!`, '•••!'],
      ['Zq9secret/tok+en77!', '•••!'],
      [String.raw`schl\u00fcssel-von-uns`, '•••'],
      ['schl%C3%BCssel-von-uns', '•••'],
      ['it was ZQ9SECRET/to…', 'it was •••…'],
      [String.raw`it was Zq9secret\/to…`, 'it was •••…'],
    ] as const) {
      assert.equal(own.text(said), shown);
    }
    assert.deepEqual(Object.keys(new Secrets([{ 'x-key': 'a'.repeat(30) }]).within({ ['a'.repeat(30)]: 1 })), ['•••']);
  });

  it('are looked for in one pass, whatever the text is made of', () => {
    const own = new Secrets([{ 'x-key': 'very/"secret"\\key', cookie: 'a=aaaaaaaa' }]);
    const units = ['…', '...', 'a+', 'a-.', 'a://', 'http://x/', '/', '\\', '\\u002f', 'very/"', 'aaaa…', '%5c', '.'];
    for (const unit of units) {
      const text = unit.repeat(1_000_000 / unit.length);
      // By its square, each of them would take longer than any test may.
      assert.ok(own.text(`http://x/${text}a`).length > 0, unit);
    }
  });
});
