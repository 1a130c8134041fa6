import type { AgentInterface } from '../card/agent-card.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import type { Codec, Endpoint } from '../protocol/codec.ts';

/** One interface of the agent that is audited. */
export interface Counterpart {
  /** By which reports tell it from the agent's others. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly claims: Claims;
  /** In use; another writing of the same dialect once the agent was found to want that. */
  codec: Codec;
}

/** Who makes a call. `anonymous` brings no credentials, `stranger` wrong ones. */
export type Caller = 'first' | 'second' | 'anonymous' | 'stranger';

/** The names of some interfaces: binding and version, and what else tells them apart. */
export function namesOf(interfaces: readonly AgentInterface[]): readonly string[] {
  const short = interfaces.map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`);
  return short.map((name, index) => {
    if (short.indexOf(name) === short.lastIndexOf(name)) return name;
    const { url, tenant } = interfaces[index] ?? { url: '', tenant: undefined };
    return `${name} at ${url}${tenant === undefined ? '' : ` for ${tenant}`}`;
  });
}
