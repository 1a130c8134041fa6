import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that speaks whatever bytes a test gives it. */
export interface RawPeer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Every request head read so far, in order. */
  readonly requests: readonly string[];
  /** How many connections were ever accepted. */
  accepted(): number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface PeerScript {
  /** A connection was accepted. */
  readonly connected?: (socket: Socket) => void;
  /** A request head was read, the nth of them all, from 1. */
  readonly asked?: (socket: Socket, head: string, nth: number) => void;
}

/** Starts a peer on a free loopback port. */
export async function rawPeer({ connected, asked }: PeerScript): Promise<RawPeer> {
  const open = new Set<Socket>();
  const requests: string[] = [];
  let accepted = 0;
  const server = createServer((socket) => {
    accepted++;
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      server.emit('gone');
    });
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        if (text.length < end + 4 + length) return;
        text = text.slice(end + 4 + length);
        requests.push(head);
        asked?.(socket, head, requests.length);
      }
    });
    connected?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    accepted: () => accepted,
    idle: async () => {
      while (open.size > 0) await once(server, 'gone');
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** A complete response with a length, ready to be written. */
export function response(body: string, headers: readonly string[] = [], status = '200 OK'): string {
  return [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}
