import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LabError } from './lab-error.ts';

/**
 * Listens, and resolves to the url.
 * @throws LabError `port-in-use`
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const why = taken ? 'something else does already; choose another port' : (error as Error).message;
    throw new LabError('port-in-use', `Can't listen on ${host}:${port}: ${why}.`, { cause: error });
  });
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Frees the port and closes all connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
