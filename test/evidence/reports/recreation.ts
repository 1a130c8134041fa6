import { readTraceFile } from '../../../src/judge/trace-file.ts';
import type { Trace } from '../../../src/lifecycle/rule.ts';

/** What a report tells, done over again, and the rules that have to find it. */
export interface Recreation {
  readonly report: string;
  readonly rules: readonly string[];
  readonly trace: Trace;
}

/** A report told as the course of a task. */
export function told(report: string, rules: readonly string[], trace: Trace): Recreation {
  return { report, rules, trace };
}

/** A line of a trace, without its time. */
type Line = Readonly<Record<string, unknown>>;

/** A report told by what went over the wire; one line every 100 ms. */
export function wired(report: string, rules: readonly string[], ...lines: readonly Line[]): Recreation {
  const text = lines.map((line, index) => JSON.stringify({ t: index * 100, ...line })).join('\n');
  return { report, rules, trace: readTraceFile(text) };
}

/** A JSON-RPC request; its connection and its id are the same number. */
export function rpc(conn: number, method: string, params: Line = {}, headers: Line = {}): Line {
  const body = { jsonrpc: '2.0', id: conn, method, params };
  return {
    dir: 'req',
    conn,
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  };
}

/** A request of HTTP+JSON in 1.0. */
export function http(conn: number, method: string, path: string, body?: Line): Line {
  return { dir: 'req', conn, method, path, headers: { 'a2a-version': '1.0' }, body };
}

/** A body as the whole answer. */
export function answer(conn: number, body: unknown, status = 200, type = 'application/json'): Line {
  return { dir: 'res', conn, status, headers: { 'content-type': type }, body };
}

/** A result in the envelope of JSON-RPC. */
export function result(conn: number, value: unknown): Line {
  return answer(conn, { jsonrpc: '2.0', id: conn, result: value });
}

/** An event stream begins. */
export function opened(conn: number): Line {
  return { dir: 'res', conn, status: 200, headers: { 'content-type': 'text/event-stream' } };
}

/** An event of a stream: a whole envelope, as given. */
export function event(conn: number, body: unknown): Line {
  return { dir: 'sse', conn, body };
}

/** The agent closes a stream. */
export function closed(conn: number): Line {
  return { dir: 'res', conn, end: 'server closed the stream' };
}

/** A message of the caller's in 1.0. */
export const message10 = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'do it' }] };
/** A message of the caller's in 0.3. */
export const message03 = { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'do it' }] };
