import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTraceFile } from '../../src/judge/trace-file.ts';
import type { DefectSeen, Observation } from '../../src/protocol/observation.ts';
import { summary } from '../support/summary.ts';
import { recordings } from './recorded.ts';

const all = recordings();

/** What is known to depart from the text of its dialect, and how often. Of any other peer there is nothing. */
const DEFECTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a2a-js-0.2.5': { 'error-shape: HTTP 400 with a body that is no JSON-RPC error': 1 },
  'google-adk': { 'error-shape: HTTP 400 with a body that is no JSON-RPC error': 1 },
  'a2a-js-0.3.14-push': { 'credentials: a delivery came without an Authorization header': 5 },
  'a2a-js-0.3.14-rest': { 'credentials: a delivery came without an Authorization header': 5 },
  'a2a-js-1.3.0-compat-as-0.3': {
    'content-type: the body is application/a2a+json': 5,
    'other-dialect: in the form of another version than 0.3: a wrapper, parts without a kind (1.0)': 4,
    'other-dialect: in the form of another version than 0.3: a wrapper, enum states (1.0)': 1,
  },
  voltagent: {
    'control-character: 1 stray character(s) before the payload, the first is U+001e': 37,
    'discriminator: neither a wrapper nor a kind says what the object is': 64,
    'http-status: a JSON-RPC error came with HTTP 400': 7,
  },
};

describe('recorded traffic of other people’s agents', () => {
  for (const { peer, scenario, text, card } of all) {
    it(`${peer}/${scenario} is understood whole`, () => {
      const { observations, unread } = readTraceFile(text, card);
      assert.deepEqual(
        observations.filter(({ kind }) => kind === 'failure'),
        [],
      );
      const lines = text.split('\n').filter((line) => line !== '');
      const told = observations.filter(isTold);
      // Each answer, frame and delivery tells one thing; what belongs to the fetching of a card tells nothing.
      const answers = lines.filter((line) => /"dir":"res"/.test(line) && !/"end":|text\/event-stream/.test(line));
      const frames = lines.filter((line) => /"dir":"(sse|webhook)"/.test(line));
      const unanswered = unread.filter(({ why }) => why === 'an answer to no request of A2A');
      assert.equal(told.length, answers.length + frames.length - unanswered.length);
      if (scenario !== 'card') assert.deepEqual(unread, []);
    });
  }

  it('departs from the text in these ways and no others', () => {
    const found: Record<string, Record<string, number>> = {};
    for (const { peer, text, card } of all) {
      for (const seen of readTraceFile(text, card).observations) {
        if (seen.kind !== 'defect') continue;
        found[peer] ??= {};
        const name = nameOf(seen);
        found[peer][name] = (found[peer][name] ?? 0) + 1;
      }
    }
    assert.deepEqual(found, DEFECTS);
  });

  it('is told in the dialect and over the binding that were spoken', () => {
    const spoken = all
      .filter(({ scenario }) => scenario === 'send-blocking')
      .map(({ peer, text, card }) => {
        const { dialect, binding } = readTraceFile(text, card).claims;
        return `${peer}: ${dialect} ${binding}`;
      });
    assert.deepEqual(spoken.toSorted(), [
      'a2a-js-0.2.5: 0.2 JSONRPC',
      'a2a-js-0.3.14-rest: 0.3 HTTP+JSON',
      'a2a-js-0.3.14: 0.3 JSONRPC',
      'a2a-js-1.3.0-compat-as-0.3: 0.3 JSONRPC',
      'a2a-js-1.3.0-grpc: 1.0 GRPC',
      'a2a-js-1.3.0-rest: 1.0 HTTP+JSON',
      'a2a-js-1.3.0: 1.0 JSONRPC',
      'google-adk-rest: 0.3 HTTP+JSON',
      'google-adk: 0.3 JSONRPC',
      'voltagent: 0.3 JSONRPC',
    ]);
  });

  it('means the same over every binding', () => {
    const courses = all
      .filter(({ peer, scenario }) => scenario === 'stream-complete' && peer.startsWith('a2a-js'))
      .map(({ text, card }) => summary(readTraceFile(text, card).observations));
    assert.equal(courses.length, 7);
    for (const course of courses) {
      assert.match(
        course,
        /^asked open task:submitted status:working artifact:chunk 0 {2}artifact:chunk 1 {2}artifact:chunk 2 {2}status:completed (task:completed )?close:peer( asked task:completed)?$/,
      );
    }
  });

  it('tells deliveries by the registration that they belong to', () => {
    const pushes = all.filter(({ scenario }) => scenario === 'push-set-and-deliver');
    const told = pushes.map(({ peer, text, card }) => {
      const seen = readTraceFile(text, card).observations.filter(({ vantage }) => vantage.channel === 'push');
      return `${peer}: ${summary(seen.filter(({ kind }) => kind !== 'defect'))}`;
    });
    assert.deepEqual(told, [
      'a2a-js-0.2.5-push: ',
      `a2a-js-0.3.14-push: ${'task:working '.repeat(4)}task:completed`,
      `a2a-js-0.3.14-rest: ${'task:working '.repeat(4)}task:completed`,
      'a2a-js-1.3.0-compat-as-0.3: artifact:tick 0  artifact:tick 1  artifact:tick 2  artifact:tick 3  status:completed',
    ]);
  });
});

function isTold({ kind }: Observation): boolean {
  return kind !== 'asked' && kind !== 'open' && kind !== 'close' && kind !== 'defect';
}

function nameOf({ defect, detail, spoken }: DefectSeen): string {
  return `${defect}: ${detail}${spoken === undefined ? '' : ` (${spoken})`}`;
}
