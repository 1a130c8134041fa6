import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { GatewayOptions } from '../../src/gateway/options.ts';

/** What a process holds. */
export interface Held {
  /** Objects, and buffers outside of the heap. */
  readonly heapMb: number;
  readonly rssMb: number;
  readonly sockets: number;
  readonly timers: number;
}

export type ToGateway =
  | { readonly kind: 'start'; readonly options: GatewayOptions }
  | { readonly kind: 'measure' }
  | { readonly kind: 'sift' }
  | { readonly kind: 'close' };
export type FromGateway =
  | { readonly kind: 'started'; readonly url: string }
  | { readonly kind: 'sifted'; readonly oldBytes: number }
  | ({ readonly kind: 'held' } & Held);

/** A gateway in a process of its own. */
export interface GatewayApart {
  readonly url: string;
  /** What it holds, garbage left out. */
  measure(): Promise<Held>;
  /** How much garbage has outlived the young generation, in bytes. */
  sift(): Promise<number>;
  /** Stops the gateway. Returns what its process holds then. */
  close(): Promise<Held>;
  kill(): void;
}

/** @param options plain data only */
export async function startApart(options: GatewayOptions): Promise<GatewayApart> {
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), { execArgv: ['--expose-gc'] });
  const ask = async <K extends FromGateway['kind']>(message: ToGateway, kind: K) => {
    child.send(message);
    for (;;) {
      const [answer] = (await once(child, 'message')) as [FromGateway];
      if (answer.kind === kind) return answer as Extract<FromGateway, { kind: K }>;
    }
  };
  const held = async (message: ToGateway): Promise<Held> => {
    const { kind: _, ...rest } = await ask(message, 'held');
    return rest;
  };
  const { url } = await ask({ kind: 'start', options }, 'started');
  return {
    url,
    measure: () => held({ kind: 'measure' }),
    sift: async () => (await ask({ kind: 'sift' }, 'sifted')).oldBytes,
    close: () => held({ kind: 'close' }),
    kill: () => void child.kill(),
  };
}
