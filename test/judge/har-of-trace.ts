import { traceLines } from '../../src/judge/trace-line.ts';

type Headers = Readonly<Record<string, string>>;

interface Entry {
  startedDateTime: string;
  time: number;
  timings: { receive: number };
  request: { method: string; url: string; headers: object[]; postData?: { text: string } };
  response: { status: number; headers: object[]; content: { text?: string } };
}

const BEGIN = Date.parse('2026-01-01T00:00:00Z');

/**
 * The HAR that a proxy would have saved of recorded traffic. It has no web-hooks, no times of single events, and no one
 * who closed a stream.
 */
export function harOfTrace(text: string): { readonly log: { readonly version: string; readonly entries: Entry[] } } {
  const entries: Entry[] = [];
  const open = new Map<unknown, { entry: Entry; at: number; events: string }>();
  for (const { dir, at, conn, json } of traceLines(text, [])) {
    if (dir === 'req') {
      const entry: Entry = {
        startedDateTime: new Date(BEGIN + at).toISOString(),
        time: 0,
        timings: { receive: 0 },
        request: {
          method: String(json['method']),
          url: `http://agent.example${json['path']}`,
          headers: listOf(json['headers']),
          ...(json['body'] === undefined ? {} : { postData: { text: written(json['body']) } }),
        },
        response: { status: 0, headers: [], content: {} },
      };
      entries.push(entry);
      open.set(conn, { entry, at, events: '' });
    }
    const call = open.get(conn);
    if (call === undefined || dir === 'webhook' || dir === 'note') continue;
    const { entry } = call;
    if (dir === 'res' && json['status'] !== undefined) {
      const body = json['body'];
      const content = body === undefined ? {} : { text: `${json['rawPrefix'] ?? ''}${written(body)}` };
      entry.response = { status: Number(json['status']), headers: listOf(json['headers']), content };
    }
    if (dir === 'sse') {
      call.events += `data: ${json['rawPrefix'] ?? ''}${written(json['body'])}\n\n`;
      entry.response.content = { text: call.events };
      entry.timings.receive = at - call.at;
    }
    entry.time = at - call.at;
  }
  return { log: { version: '1.2', entries } };
}

function written(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function listOf(headers: unknown): object[] {
  return Object.entries((headers ?? {}) as Headers).map(([name, value]) => ({ name, value }));
}
