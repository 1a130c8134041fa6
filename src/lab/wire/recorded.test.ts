import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Binding } from '../card.ts';
import type { DialectName } from '../exchange.ts';
import { type LabPeer, startLab } from '../lab.ts';

/*
 * Replays what was once sent to servers on the official SDKs, and compares what the lab answers with what they did:
 * every field of every frame and body, the HTTP status and the media type. Ids are numbered by first appearance in
 * the recordings and here alike; times are left out, and so are texts of errors, empty metadata and empty lists.
 */

interface Step {
  /** Sent for what follows; the answer depends on who is faster. */
  readonly unchecked?: true;
  readonly request: { readonly method: string; readonly path: string; readonly accept: string; readonly body: unknown };
  readonly answer: {
    readonly status: number;
    readonly type: string;
    readonly frames?: unknown;
    readonly body?: unknown;
  };
}

interface Recording {
  readonly source: string;
  readonly dialect: DialectName;
  readonly binding: Binding;
  readonly recordings: readonly { readonly scenario: string; readonly steps: readonly Step[] }[];
}

const folder = new URL('recorded/', import.meta.url);

for (const file of readdirSync(folder).filter((name) => name.startsWith('sdk-'))) {
  const recording = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Recording;
  const { source, dialect, binding } = recording;
  describe(`the lab's ${dialect} over ${binding} against ${source}`, () => {
    let peer: LabPeer;
    before(async () => {
      peer = await startLab({ dialect, stepMs: 20, protoJson: true });
    });
    after(() => peer.close());

    for (const { scenario, steps } of recording.recordings) {
      it(`answers ${scenario} field for field`, async () => {
        const names = new Names();
        for (const step of steps) {
          const answer = await replay(peer.url, step, names, dialect);
          if (step.unchecked !== true) assert.deepEqual(answer, step.answer);
        }
      });
    }
  });
}

describe('cards of the lab', () => {
  const recorded = JSON.parse(readFileSync(new URL('cards.json', folder), 'utf8')) as Record<DialectName, object>;
  for (const dialect of ['0.2', '0.3', '1.0'] as const) {
    it(`has only fields of the shape that the official SDK has in ${dialect}`, async () => {
      const peer = await startLab({ dialect });
      const { body } = await ask(peer.url, 'GET', new URL(peer.cardUrl).pathname, 'application/json', undefined, {});
      await peer.close();
      const shape = shapeOf(recorded[dialect]);
      for (const line of shapeOf(JSON.parse(body))) assert.ok(shape.has(line), `${line} is not in the recorded card`);
    });
  }
});

/** Ids by number and back. */
class Names {
  readonly #numbers = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  number(id: string): string {
    const known = this.#numbers.get(id) ?? `<id ${this.#numbers.size + 1}>`;
    this.#numbers.set(id, known);
    this.#ids.set(known, id);
    return known;
  }

  /** The id of a number; a new one if it is the caller's to choose. */
  id(number: string): string {
    const id = this.#ids.get(number) ?? randomUUID();
    assert.equal(this.number(id), number, 'ids appear in another order than recorded');
    return id;
  }
}

async function replay(url: string, { request: sent }: Step, names: Names, dialect: DialectName): Promise<unknown> {
  const fill = (text: string) => text.replace(/<id \d+>/g, (number) => names.id(number));
  const body = sent.body === null ? undefined : fill(JSON.stringify(sent.body));
  const headers = dialect === '1.0' ? { 'a2a-version': '1.0' } : {};
  const answer = await ask(url, sent.method, fill(sent.path), sent.accept, body, headers);
  const compared = (text: string) => numbered(plain(JSON.parse(text), dialect), names);
  if (answer.body === '') return { status: answer.status };
  const type = answer.type.split(';')[0];
  if (type !== 'text/event-stream') return { status: answer.status, type, body: compared(answer.body) };
  const blocks = answer.body.split('\n\n').filter((block) => block !== '');
  return { status: answer.status, type, frames: blocks.map((block) => compared(block.replace(/^data: /, ''))) };
}

function ask(url: string, method: string, path: string, accept: string, body: string | undefined, headers: object) {
  return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    const sent = request(url, { method, path, agent: false, headers: { accept, ...headers } });
    sent.on('error', reject);
    sent.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: text });
    });
    sent.end(body);
  });
}

/** The value with its ids numbered, fields in the order of the recordings. */
function numbered(value: unknown, names: Names): unknown {
  if (typeof value === 'string')
    return value.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.number(id));
  if (Array.isArray(value)) return value.map((item) => numbered(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === 'timestamp' ? '<time>' : numbered(field, names)]),
  );
}

/** Without what isn't compared. 0.2.5 files messages in the history without their task, so there it is left out too. */
function plain(value: unknown, dialect: DialectName): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, dialect));
  if (typeof value !== 'object' || value === null) return value;
  const skipped = (name: string, field: unknown) =>
    (name === 'metadata' && JSON.stringify(field) === '{}') ||
    (Array.isArray(field) && field.length === 0) ||
    (name === 'message' && typeof field === 'string') ||
    (name === 'history' && dialect === '0.2');
  const fields = Object.entries(value).filter(([name, field]) => !skipped(name, field));
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field, dialect)]));
}

/** A line for each path in the value, with the type found there. */
function shapeOf(value: unknown, path = '$'): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...shapeOf(item, `${path}[]`)]));
  if (typeof value !== 'object' || value === null) return new Set([`${path} ${typeof value}`]);
  return new Set(Object.entries(value).flatMap(([name, field]) => [...shapeOf(field, `${path}.${name}`)]));
}
