import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { createInterfaceClient, type InterfaceClient } from '../../src/http/interface-client.ts';
import { type Call, isStreaming } from '../../src/protocol/call.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Observation, ObservationKind, ObservationOf } from '../../src/protocol/observation.ts';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { summary } from '../support/summary.ts';

/** Speaks with one interface of a peer, and keeps what was seen. */
export interface Conversation {
  readonly client: InterfaceClient;
  /** Everything seen so far, in order. */
  readonly seen: readonly Observation[];
  /** Makes a call, and resolves with what was seen of it when it is over. */
  call(call: Call): Promise<readonly Observation[]>;
  /** Makes a call that has to be answered by something of this kind. */
  expect<K extends ObservationKind>(kind: K, call: Call): Promise<ObservationOf<K>>;
  close(): Promise<void>;
}

export function converse(dialect: Dialect, binding: Binding, url: string): Conversation {
  const http = createHttpClient({ allow: anyAddress });
  const client = createInterfaceClient({ http, codec: codecFor(dialect, binding), endpoint: { url } });
  const seen: Observation[] = [];

  const call: Conversation['call'] = async (one) => {
    const own: Observation[] = [];
    const observe = (observation: Observation): void => {
      seen.push(observation);
      own.push(observation);
    };
    if (!isStreaming(one.operation)) await client.ask(one, observe);
    else {
      await new Promise<void>((resolve) => {
        client.listen(one, (observation) => {
          observe(observation);
          const { kind, vantage } = observation;
          const answered = vantage.channel === 'answer' && kind !== 'defect' && kind !== 'asked';
          if (kind === 'close' || answered) resolve();
        });
      });
    }
    return own;
  };

  return {
    client,
    seen,
    call,
    async expect(kind, one) {
      const own = await call(one);
      const found = own.find((observation) => observation.kind === kind);
      if (found === undefined) throw new Error(`${one.operation} brought ${summary(own)}, and no ${kind}`);
      return found as ObservationOf<typeof kind>;
    },
    close: () => http.close(),
  };
}

/** A message of one text. */
export function text(words: string, more: { readonly taskId?: string } = {}) {
  return { messageId: crypto.randomUUID(), parts: [{ text: words }], ...more };
}
