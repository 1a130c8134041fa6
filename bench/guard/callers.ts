import { randomUUID } from 'node:crypto';
import { Role, TaskState } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import type { PlanBounds } from '../../src/contract/bounds.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';

/** Has tasks done, each from the URL of an agent to its result. The agents take turns. */
export interface Caller {
  call(text: string): Promise<void>;
  close(): Promise<void>;
}

/** As a user of the official SDK has it: a client from the URL, a stream to its end, and the result read from it. */
export function plainCaller(url: string, agents: number): Caller {
  const next = turns(url, agents);
  return {
    async call(text) {
      const client = await new ClientFactory().createFromUrl(next());
      const message = {
        messageId: randomUUID(),
        contextId: '',
        taskId: '',
        role: Role.ROLE_USER,
        parts: [
          {
            content: { $case: 'text', value: text } as const,
            metadata: undefined,
            filename: '',
            mediaType: 'text/plain',
          },
        ],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      };
      const request = { tenant: '', message, configuration: undefined, metadata: undefined };
      let state: TaskState | undefined;
      let result = '';
      for await (const { payload } of client.sendMessageStream(request)) {
        if (payload?.$case === 'artifactUpdate') {
          for (const { content } of payload.value.artifact?.parts ?? []) {
            if (content?.$case === 'text') result += content.value;
          }
        }
        if (payload?.$case === 'statusUpdate' || payload?.$case === 'task') state = payload.value.status?.state;
      }
      if (state !== TaskState.TASK_STATE_COMPLETED) throw new Error(`The plain caller was told ${state}, ${result}`);
    },
    close: async () => undefined,
  };
}

const soon = (ms: number): PlanBounds['settleGap'] => ({ ms, source: 'task-class' });

/** The guard, with what it has learned of the agent; only the wait between its two verifying reads is shortened. */
export function guardedCaller(url: string, agents: number, settleGapMs: number, atOnce = 256): Caller {
  const next = turns(url, agents);
  const limits = { maxStreamsPerOrigin: atOnce, maxRequestsPerOrigin: atOnce };
  const http = createHttpClient({ allow: anyAddress, limits });
  const options: DelegateOptions = {
    http,
    trust: new PeerCapabilityCache(),
    canary: '5 1',
    bounds: { settleGap: soon(settleGapMs) },
    aftercareMs: 0,
  };
  return {
    async call(text) {
      const { kind, ok, findings } = await delegate(next(), text, options).outcome;
      // On a machine that is busy with other things, what is late may look as if the agent had held it back.
      const error = findings.find(({ severity }) => severity === 'error');
      if (!ok || error !== undefined) throw new Error(`The guarded caller was told ${kind}, ${error?.because}`);
    },
    close: () => http.close(),
  };
}

function turns(url: string, agents: number): () => string {
  let turn = 0;
  return () => `${url}${turn++ % agents}/`;
}
