import type { AgentCard, AgentInterface } from '../card/agent-card.ts';
import { type Claims, claimsWith } from '../lifecycle/peer-facts.ts';
import { withoutParameters } from '../protocol/call.ts';
import type { Codec, Endpoint } from '../protocol/codec.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';

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

/** What the card claims of one of its interfaces. A card that doesn't say denies it. */
export function claimsOf(card: AgentCard, dialect: Dialect, binding: Binding, isPublic: boolean): Claims {
  const { capabilities, inputModes, outputModes } = card;
  return claimsWith({
    dialect,
    binding,
    streaming: capabilities.streaming ?? false,
    pushNotifications: capabilities.pushNotifications ?? false,
    stateTransitionHistory: capabilities.stateTransitionHistory ?? false,
    extendedAgentCard: capabilities.extendedAgentCard ?? false,
    requiredExtensions: capabilities.requiredExtensions,
    inputModes,
    outputModes,
    publicAddress: isPublic,
    anonymousAllowed: allowsAnybody(card),
    ...(card.skills.length === 0 ? {} : { inputModesOfEverySkill: modesOfEverySkill(card) }),
  });
}

/** The names of some interfaces: binding and version, and what else tells them apart. */
export function namesOf(interfaces: readonly AgentInterface[]): readonly string[] {
  const short = interfaces.map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`);
  return short.map((name, index) => {
    if (short.indexOf(name) === short.lastIndexOf(name)) return name;
    const { url, tenant } = interfaces[index] ?? { url: '', tenant: undefined };
    return `${name} at ${url}${tenant === undefined ? '' : ` for ${tenant}`}`;
  });
}

/** Whether anybody may call: nothing is asked for, or one of the alternatives asks for nothing. */
function allowsAnybody({ security }: AgentCard): boolean {
  return security.length === 0 || security.some(({ schemes }) => schemes.length === 0);
}

function modesOfEverySkill({ skills, inputModes, defaultInputModes }: AgentCard): readonly string[] {
  const lists = skills.map((skill) => (skill.inputModes ?? defaultInputModes).map(withoutParameters));
  return inputModes.filter((mode) => lists.every((list) => list.includes(mode)));
}
