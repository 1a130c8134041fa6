import type { Finding } from '../../src/lifecycle/finding.ts';
import type { Observation, Vantage } from '../../src/protocol/observation.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import type { InterfaceKey } from '../../src/trust/trust-view.ts';

/** An interface of an agent, for tests. */
export function anInterface(own: Partial<InterfaceKey> = {}): InterfaceKey {
  return {
    cardUrl: 'https://agent.example/.well-known/agent-card.json',
    interfaceUrl: 'https://agent.example/rpc',
    binding: 'JSONRPC',
    dialect: '1.0',
    tenant: undefined,
    credential: undefined,
    ...own,
  };
}

/** A vantage of a call, for tests. */
export function aVantage(operation: Operation = 'GetTask', own: Partial<Vantage> = {}): Vantage {
  const channel = operation === 'SendStreamingMessage' || operation === 'SubscribeToTask' ? 'stream' : 'answer';
  return { id: 1, channel, operation, asked: 1, request: {}, ...own };
}

/** A certain finding of a rule about streams, for tests. */
export function aFinding(own: Partial<Finding> = {}): Finding {
  const seen: Observation = { kind: 'close', by: 'peer', vantage: aVantage('SendStreamingMessage'), received: 2 };
  return {
    rule: 'stream/no-terminal',
    severity: 'error',
    certainty: 'certain',
    basis: { kind: 'policy', ground: 'ours', says: 'a stream tells the end of its task' },
    claim: 'stream.send',
    taskId: 'task-1',
    because: 'the stream ended before its task',
    seen,
    ...own,
  };
}
