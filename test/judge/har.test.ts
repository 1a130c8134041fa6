import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { readRecord, type TrafficRecord } from '../../src/judge/read-record.ts';
import type { Recording } from '../../src/judge/recording.ts';
import { readRecorded, recordings, textOf } from '../evidence/recorded.ts';
import { harOfTrace } from './har-of-trace.ts';

/** What a HAR can't show: deliveries to web-hooks, when a frame came, and who closed a stream. */
const BEYOND_HAR = /^push\/(auth-missing|payload)|^stream\/(no-terminal|close-kills-task)|^cancel\/hangs/;

function rulesIn(recording: Recording): readonly string[] {
  const told = judge(recording).map(({ finding }) => `${finding.rule} ${finding.certainty}`);
  return told.filter((line) => !BEYOND_HAR.test(line)).toSorted();
}

function read(har: unknown): TrafficRecord {
  return readRecord(JSON.stringify(har));
}

/** A HAR of one streaming call, with some of it changed. */
function streamHar(change: { request?: object; response?: object; entry?: object } = {}) {
  const card = {
    name: 'agent',
    supportedInterfaces: [{ url: 'https://agent.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
  };
  const frame = (result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
  const status = (state: string) => ({ taskId: 't1', contextId: 'c1', status: { state } });
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendStreamingMessage',
    params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] } },
  };
  return {
    log: {
      version: '1.2',
      creator: { name: 'a proxy', version: '1' },
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00.000Z',
          time: 20,
          request: { method: 'GET', url: 'https://cards.example/.well-known/agent-card.json?v=2', headers: [] },
          response: { status: 200, headers: [], content: { text: JSON.stringify(card) } },
        },
        {
          startedDateTime: '2026-01-01T00:00:01.000Z',
          time: 5_000,
          timings: { wait: 100, receive: 4_900 },
          request: {
            method: 'POST',
            url: 'https://agent.example/rpc',
            headers: [{ name: 'A2A-Version', value: '1.0' }],
            postData: { mimeType: 'application/json', text: JSON.stringify(body) },
            ...change.request,
          },
          response: {
            status: 200,
            headers: [{ name: 'Content-Type', value: 'text/event-stream; charset=utf-8' }],
            content: {
              mimeType: 'text/event-stream',
              text:
                ': hello\n\n' +
                frame({ task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } }) +
                frame({ statusUpdate: status('TASK_STATE_COMPLETED') }) +
                frame({ statusUpdate: status('TASK_STATE_WORKING') }),
            },
            ...change.response,
          },
          ...change.entry,
        },
      ],
    },
  };
}

function kinds({ recordings }: TrafficRecord): readonly string[] {
  return recordings.flatMap(({ observations }) => observations.map(({ kind, received }) => `${kind} ${received}`));
}

describe('a HAR', () => {
  it('of recorded traffic shows what the trace of it shows, but for what it can not hold', () => {
    let compared = 0;
    for (const name of recordings) {
      if (name.includes('grpc')) continue;
      const { claims, ...trace } = readRecorded(name);
      const har = read(harOfTrace(textOf(name)));
      const found = har.recordings.flatMap((recording) => rulesIn({ ...recording, claims }));
      assert.deepEqual(found, rulesIn({ claims, ...trace }), name);
      compared += found.length;
    }
    assert.ok(compared > 50, `${compared} findings are compared`);
  });

  it('dates the frames of a stream at its end, and is judged by what is certain', () => {
    const record = read(streamHar());
    assert.equal(record.format, 'har');
    assert.deepEqual(kinds(record), [
      'asked 1000',
      'open 1100',
      'task 6000',
      'status 6000',
      'status 6000',
      'close 6000',
    ]);
    const [recording] = record.recordings;
    assert.ok(recording !== undefined);
    assert.deepEqual(
      judge(recording).map(({ finding }) => finding.rule),
      ['stream/after-terminal'],
    );
  });

  it('is judged against the card that lists the interface, wherever that was fetched', () => {
    const [recording] = read(streamHar()).recordings;
    assert.equal(recording?.claims.streaming, true);
    const own = { name: 'agent', url: 'https://agent.example/rpc', capabilities: { streaming: false } };
    const [given] = readRecord(JSON.stringify(streamHar()), { card: own }).recordings;
    assert.equal(given?.claims.streaming, false);
  });

  it('keeps agents, and the interfaces of one, apart', () => {
    const { log } = streamHar();
    const [, call] = log.entries;
    const get = {
      ...call,
      request: {
        method: 'GET',
        url: 'https://agent.example/rest/tasks/t1',
        headers: [{ name: 'a2a-version', value: '1.0' }],
      },
      response: { status: 404, headers: [], content: { text: '{}' } },
    };
    const elsewhere = { ...call, request: { ...call?.request, url: 'https://other.example/' } };
    const record = read({ log: { ...log, entries: [...log.entries, get, elsewhere] } });
    assert.deepEqual(
      record.recordings.map(({ claims }) => `${claims.binding} ${claims.streaming}`),
      ['JSONRPC true', 'HTTP+JSON true', 'JSONRPC undefined'],
    );
    assert.deepEqual(record.unread, [{ line: 1, why: 'no request of A2A' }]);
  });

  it('blames nobody for what was not saved, or was given up', () => {
    for (const response of [
      { content: {} },
      { status: 0 },
      { status: -1, content: undefined },
      { content: { size: 900 } },
    ]) {
      const record = read(streamHar({ response }));
      assert.deepEqual(kinds(record), ['asked 1000', 'failure 6000']);
      assert.deepEqual(
        record.recordings.flatMap((recording) => judge(recording)),
        [],
      );
    }
  });

  it('leaves an event out that was cut off with the file', () => {
    const text = 'data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","sta';
    assert.deepEqual(kinds(read(streamHar({ response: { content: { text } } }))), [
      'asked 1000',
      'open 1100',
      'close 6000',
    ]);
  });

  it('may hold bodies as base64', () => {
    const { log } = streamHar();
    const text = log.entries[1]?.response.content.text ?? '';
    const content = { text: Buffer.from(text).toString('base64'), encoding: 'base64' };
    assert.deepEqual(kinds(read(streamHar({ response: { content } }))), kinds(read(streamHar())));
  });

  it('may hold anything where it should hold something else', () => {
    for (const wrong of [null, 7, 'x', [], {}]) {
      for (const change of [
        { entry: { request: wrong } },
        { entry: { response: wrong } },
        { entry: { startedDateTime: wrong } },
        { entry: { time: wrong, timings: wrong } },
        { request: { url: wrong } },
        { request: { headers: wrong, postData: wrong } },
        { request: { method: wrong } },
        { response: { headers: wrong } },
        { response: { content: wrong } },
      ]) {
        for (const recording of read(streamHar(change)).recordings) judge(recording);
      }
    }
    assert.deepEqual(read({ log: { entries: [null, 7, {}] } }), {
      format: 'har',
      recordings: [],
      unread: [1, 2, 3].map((line) => ({ line, why: 'no entry of a HAR' })),
      doubts: [],
    });
    const [undated] = read(streamHar({ entry: { startedDateTime: 'soon' } })).unread;
    assert.match(undated?.why ?? '', /`startedDateTime` is no date/);
  });
});
