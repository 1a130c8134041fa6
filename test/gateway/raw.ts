import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

/** An answer as it came, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Opens one request by a connection of its own. */
export function open(url: string, { method, headers = {}, body }: RawRequest = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const own = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
      headers: { ...own, ...headers },
    });
    sent.on('response', (response) => resolve(response.setEncoding('latin1')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Asks, and reads the whole answer; one that breaks off ends where it broke. */
export async function ask(url: string, asked: RawRequest = {}): Promise<RawAnswer> {
  const response = await open(url, asked);
  let body = '';
  try {
    for await (const chunk of response) body += chunk;
  } catch {
    body += '(broken off)';
  }
  const { statusCode = 0, headers, rawHeaders } = response;
  return { status: statusCode, headers, rawHeaders, body: Buffer.from(body, 'latin1').toString('utf8') };
}

/** Sends bytes as they are and reads until the other side closes, or `quietMs` after the last byte of an answer. */
export function sendBytes(url: string, bytes: string, quietMs = 300): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    });
    socket.on('close', done).on('error', done);
  });
}
