import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import type { AuditEvent } from '../../src/audit/audit-event.ts';
import { runHere } from '../cli/cli.ts';
import { SHORT_TIMES } from './short-times.ts';

const TOKEN = 'TOPSECRET-of-the-first';
const KEY = 'KEYSECRET "of" a\\team';
const SECOND = 'SECONDSECRET-of-the-other';
const HIDDEN = ['TOPSECRET', 'KEYSECRET', 'SECONDSECRET'];

/** Where an agent repeats what it was sent. */
const PLACES = {
  'an error': (said: string) => ({
    error: { code: -32603, message: `bad token ${said}`, data: [{ '@type': 'x', said }] },
  }),
  'an error of HTTP': (said: string) => ({
    http: 401,
    body: `<p>${said}</p>`,
    headers: { 'www-authenticate': said, [said.replace(/[^\w-]/g, '')]: '1' },
  }),
  'a redirect': (said: string) => ({ http: 302, body: '', headers: { location: `/${encodeURIComponent(said)}` } }),
  'an artifact': (said: string) => ({
    task: {
      artifacts: [
        {
          artifactId: said,
          name: said,
          parts: [{ text: said, filename: said, mediaType: said }, { data: { [said]: said } }],
        },
      ],
    },
  }),
  ids: (said: string) => ({ task: { id: said, contextId: said } }),
  'a state': (said: string) => ({ task: { status: { state: said, timestamp: said } } }),
  'a status message': (said: string) => ({
    task: { status: { state: 'TASK_STATE_FAILED', message: { messageId: said, role: said, parts: [{ text: said }] } } },
  }),
  history: (said: string) => ({
    task: { history: [{ messageId: said, role: 'ROLE_AGENT', parts: [{ text: said }] }] },
  }),
  'a card': (said: string) => ({
    card: {
      name: said,
      description: said,
      version: said,
      skills: [{ id: said, name: said, description: said, tags: [said] }],
    },
  }),
  'a URL of a card': (said: string) => ({
    card: { path: `/${encodeURIComponent(said)}?key=${encodeURIComponent(said)}` },
  }),
  'what is no card': (said: string) => ({ card: { supportedInterfaces: said } }),
} satisfies Record<string, (said: string) => Repeated>;

interface Repeated {
  readonly error?: object;
  readonly http?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly task?: object;
  readonly card?: { readonly path?: string } & Readonly<Record<string, unknown>>;
}

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function startParrot(repeat: (said: string) => Repeated): Promise<string> {
  const server = createServer(async (request, response) => {
    const { error, http, body, headers = {}, task, card } = repeat(saidIn(request.headers));
    const answer = (value: object): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (request.url?.startsWith('/.well-known/') === true) {
      const { path = '/', ...members } = card ?? {};
      return answer({ ...cardAt(`${url}${path}`), ...members });
    }
    const { id, method } = JSON.parse((await text(request)) || '{}') as { id?: unknown; method?: string };
    if (http !== undefined) return void response.writeHead(http, headers).end(body);
    if (error !== undefined) return answer({ jsonrpc: '2.0', id, error });
    const done = { id: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_COMPLETED' }, ...task };
    answer({ jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task: done } : done });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

function saidIn({ authorization, 'x-key': key }: IncomingHttpHeaders): string {
  return [authorization, key].filter((value) => value !== undefined).join(' and ') || 'nothing';
}

function cardAt(url: string): object {
  return {
    name: 'parrot',
    description: 'Repeats what it is sent.',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

describe('credentials that an agent repeats', { concurrency: 4 }, () => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-key': KEY };

  for (const [place, repeat] of Object.entries(PLACES)) {
    it(`are neither in the report nor told meanwhile if they come in ${place}`, async () => {
      const told: AuditEvent[] = [];
      const report = await audit(await startParrot(repeat), {
        headers,
        secondHeaders: { authorization: `Bearer ${SECOND}` },
        times: { ...SHORT_TIMES, patienceMs: 4_000 },
        only: ['card', 'settle', 'unknown-task', 'security', 'stream-denied', 'find-again'],
        onEvent: (event) => told.push(event),
      });
      const shown = JSON.stringify([report, told]).toUpperCase();
      for (const secret of HIDDEN) assert.ok(!shown.includes(secret), around(shown, secret));
      assert.ok(shown.includes('•••'), 'it was repeated');
    });
  }

  it('are on no output of the command line', async () => {
    const url = await startParrot(PLACES['an error']);
    const given = [
      'audit',
      url,
      '--quick',
      '--only',
      'unknown-task,settle',
      '--bearer',
      TOKEN,
      '-H',
      `x-key: ${KEY}`,
      '-v',
    ];
    for (const format of ['text', 'json']) {
      const { stdout, stderr } = await runHere([...given, '-f', format]);
      const shown = `${stdout}${stderr}`.toUpperCase();
      for (const secret of HIDDEN) assert.ok(!shown.includes(secret), around(shown, secret));
      assert.ok(shown.includes('BAD TOKEN'), shown);
    }
  });

  it('are not shown in the URLs of the card either, which are its own', async () => {
    const told: AuditEvent[] = [];
    const url = await startParrot(() => ({ card: { path: '/a2a?token=TOPSECRET' } }));
    const options = { times: SHORT_TIMES, only: ['card', 'settle'], onEvent: (event: AuditEvent) => told.push(event) };
    const report = await audit(url, options);
    assert.doesNotMatch(JSON.stringify([report, told]), /TOPSECRET/);
    const [at = ''] = report.peer?.interfaces.map((one) => one.url) ?? [];
    assert.equal(at, `${url}/a2a?…`);
    assert.deepEqual(
      (await audit(url, { ...options, interfaces: [at] })).peer?.interfaces.map(({ audited }) => audited),
      [true],
    );
  });
});

function around(shown: string, secret: string): string {
  const at = shown.indexOf(secret);
  return shown.slice(Math.max(0, at - 300), at + 100);
}
