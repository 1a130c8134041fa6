import { type Binding, type DialectName, type LabOptions, type LabPeer, startLab } from '../../src/lab/index.ts';
import { NaiveClient } from './naive-client.ts';

/** Every dialect with every binding it has. */
export const matrix: readonly (readonly [DialectName, Binding])[] = [
  ['0.2', 'JSONRPC'],
  ['0.3', 'JSONRPC'],
  ['0.3', 'HTTP+JSON'],
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
];

/** A step that is short, yet longer than a request takes. */
export const stepMs = 40;

/** Runs a test against a peer that is closed behind it. */
export async function withPeer(
  [dialect, binding]: readonly [DialectName, Binding],
  options: Omit<LabOptions, 'dialect' | 'bindings'>,
  test: (client: NaiveClient, peer: LabPeer) => Promise<void>,
): Promise<void> {
  const peer = await startLab({ stepMs, ...options, dialect, bindings: [binding] });
  try {
    await test(new NaiveClient(peer, dialect, binding), peer);
  } finally {
    await peer.close();
  }
}
