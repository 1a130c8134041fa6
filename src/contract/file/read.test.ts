import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PROFILE } from '../profile.ts';
import { DEFAULT_TASK_CLASS } from '../task-class.ts';
import { ContractFileError } from './contract-file-error.ts';
import { durationMs, durationText } from './duration.ts';
import { readProfile } from './read-profile.ts';
import { readTaskClass } from './read-task-class.ts';

describe('a profile file', () => {
  it('may say nothing, and then has the defaults', () => {
    assert.deepEqual(readProfile('{}'), DEFAULT_PROFILE);
  });

  it('is JSON or YAML', () => {
    const profile = {
      ...DEFAULT_PROFILE,
      bindings: ['JSONRPC'],
      versions: ['1.0', '0.3'],
      credentials: { bearer: 'env:AGENT_TOKEN' },
      push: { url: 'https://hooks.example/a2a', tls: 'server', auth: ['Bearer'] },
      blockingLimitMs: 90_000,
      acquirable: ['push'],
    };
    const json = `{
\t"bindings": ["JSONRPC"], "versions": ["1.0", "0.3"],
\t"credentials": {"bearer": "env:AGENT_TOKEN"},
\t"push": {"url": "https://hooks.example/a2a"},
\t"blockingLimit": "1.5m", "acquirable": ["push"]
}`;
    const yaml = `
bindings: [JSONRPC]
versions: ['1.0', '0.3']
credentials:
  bearer: env:AGENT_TOKEN
push:
  url: https://hooks.example/a2a
blockingLimit: 1.5m
acquirable: [push]
`;
    assert.deepEqual(readProfile(json), profile);
    assert.deepEqual(readProfile(yaml), profile);
  });

  it('says where it is wrong, and what was probably meant', () => {
    for (const [text, message] of [
      ['{"bindigs": []}', 'Line 1, column 2: a profile has no member bindigs. Did you mean bindings?'],
      ['{\n  "push": {\n    "uri": "x"}}', /^Line 2, column 11: push lacks url\.$/],
      ['push:\n  url: https://a.example\n  tsl: mutual', 'Line 3, column 3: push has no member tsl. Did you mean tls?'],
      [
        '{"bindings": ["jsonrpc"]}',
        /^Line 1, column 15: bindings\.0 takes JSONRPC, HTTP\+JSON, GRPC\. Did you mean JSONRPC\?$/,
      ],
      ['versions: [1.0]', 'Line 1, column 12: versions.0 takes 0.2, 0.3, 1.0. Put it in quotes.'],
      ['{"blockingLimit": "soon"}', /blockingLimit does not fit\. It takes a duration such as 500ms/],
      ['{"input": ["a b"]}', /input\.0 does not fit\. It takes a media type such as text\/plain/],
      ['{"input": "text/plain"}', 'Line 1, column 11: input takes an array.'],
      ['[]', /^Line 1, column 1: a profile is an object of named members\.$/],
      ['', /a profile is an object/],
    ] as const) {
      assert.throws(() => readProfile(text), { name: 'ContractFileError', code: 'bad-member', message }, text);
    }
  });

  it('says where it is neither', () => {
    for (const [text, message] of [
      ['{"bindings": [,', /^Line 1, column 15: this is no JSON/],
      ['{"bindings":\n  [', /^Line 2, column 4: this is no JSON: it ends too early/],
      ['a: [', /^Line 1, column \d+: this is no YAML/],
      ['a: 1\na: 2', /^Line 2, column 1: this is no YAML: Map keys must be unique/],
    ] as const) {
      assert.throws(() => readProfile(text), { code: 'not-parsable', message }, text);
    }
  });

  it('takes credentials by name only, and never repeats one that is written down', () => {
    const secret = 'sk-live-4711';
    for (const text of [`{"credentials": {"bearer": "${secret}"}}`, `{"credentials": {"bearer": "${secret}"`]) {
      assert.throws(
        () => readProfile(text),
        (error) => error instanceof ContractFileError && !`${error.message}${error.cause ?? ''}`.includes(secret),
      );
    }
    assert.throws(
      () => readProfile(`{"credentials": {"bearer": "${secret}"}}`),
      /credentials\.bearer does not fit.*env:NAME/,
    );
  });
});

describe('a task class file', () => {
  it('may say nothing', () => {
    assert.deepEqual(readTaskClass('{}'), DEFAULT_TASK_CLASS);
  });

  it('says what a kind of task needs', () => {
    const text = `
skill: transcribe
input: [audio/*]
output: [text/plain;charset=utf-8]
needs: [streaming, multi-turn]
prefers: [push]
streamed: [audio/pcm]
maxDuration: 2h
singleShot: true
bounds: card
result:
  artifacts: 1
  schema: {type: object}
`;
    assert.deepEqual(readTaskClass(text), {
      skill: 'transcribe',
      input: ['audio/*'],
      followUp: [],
      output: ['text/plain;charset=utf-8'],
      needs: ['streaming', 'multi-turn'],
      prefers: ['push'],
      streamed: ['audio/pcm'],
      maxDurationMs: 7_200_000,
      singleShot: true,
      bounds: 'card',
      result: { artifacts: 1, schema: { type: 'object' } },
    });
  });

  it('says where a JSON Schema in it can not be used', () => {
    assert.throws(() => readTaskClass('{"result":\n {"schema": {"type": "nothing"}}}'), {
      message: /^Line 2, column 13: this JSON Schema can't be used: /,
    });
    assert.throws(() => readTaskClass('{"needs": ["stream"]}'), /Did you mean streaming\?/);
  });
});

it('a duration goes to and fro', () => {
  for (const text of ['500ms', '30s', '90m', '2h', '1d', '1500ms']) assert.equal(durationText(durationMs(text)), text);
  assert.equal(durationMs('1.5h'), 5_400_000);
});
