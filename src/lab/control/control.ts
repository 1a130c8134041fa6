import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Binding } from '../card.ts';
import type { DialectName } from '../exchange.ts';
import type { LabPeer } from '../lab.ts';
import { closeServer, listen } from '../listen.ts';
import { readBody } from '../wire/read-body.ts';
import { answerControl, type ControlAnswer, refuse } from './operations.ts';

export interface ControlOptions {
  readonly peer: LabPeer;
  readonly host: string;
  readonly port: number;
  readonly facts: { readonly dialect: DialectName; readonly bindings: readonly Binding[] };
}

/** More than any choice of a deviation needs. */
const maxBodyBytes = 64 * 1024;

/**
 * Opens the control API of a peer, and gives back the peer with its address; closing it closes both.
 * @throws LabError `port-in-use`
 */
export async function startControl({ peer, host, port, facts }: ControlOptions): Promise<LabPeer> {
  const answer = async (request: IncomingMessage): Promise<ControlAnswer> => {
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return refuse(413, 'too-large', 'The body is larger than 64 KiB.', 'Send one deviation.');
    return answerControl({ peer, facts, request, body });
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (made) => send(response, made),
      () => response.destroy(),
    );
  });
  const controlUrl = await listen(server, host, port);
  const controlled = {
    controlUrl,
    close: async () => {
      await closeServer(server);
      await peer.close();
    },
  };
  // The card's place is looked up when asked for, so the peer is extended and not copied.
  return Object.create(peer, Object.getOwnPropertyDescriptors(controlled)) as LabPeer;
}

function send(response: ServerResponse, { status, json, allow }: ControlAnswer): void {
  const body = json === undefined ? '' : `${JSON.stringify(json, null, 2)}\n`;
  response
    .writeHead(status, {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(allow === undefined ? {} : { allow }),
      'cache-control': 'no-store',
    })
    .end(body);
}
