import type { AgentCard } from '../card/agent-card.ts';
import { oncePerCard } from '../card/once-per-card.ts';
import type { SecurityRequirement } from '../card/security.ts';
import { type Claims, claimsWith } from '../lifecycle/peer-facts.ts';
import { withoutParameters } from '../protocol/call.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { isLocal } from './terms/local-host.ts';

/** An interface that is spoken; `url` where it is known. */
interface Spoken {
  readonly dialect: Dialect;
  readonly binding: Binding;
  readonly url?: string;
}

/**
 * What a card says of one of its interfaces, for the monitor to judge by. What a card doesn't say it denies; of no card,
 * nothing is known.
 */
export function claimsOf(card: AgentCard | undefined, { dialect, binding, url }: Spoken): Claims {
  if (card === undefined) return claimsWith({ dialect, binding });
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
    ...ofSkills(card),
    // By its spelling only a local address can be told; any name may lead to one.
    ...(url !== undefined && isLocalOf(card, url) ? { publicAddress: false } : {}),
  });
}

const ofSkills = oncePerCard((card) => ({ ...modesOfEverySkill(card), ...anonymous(card) }));
const localUrls = oncePerCard(() => new Map<string, boolean>());

function isLocalOf(card: AgentCard, url: string): boolean {
  const urls = localUrls(card);
  const known = urls.get(url) ?? isLocal(url);
  urls.set(url, known);
  return known;
}

function modesOfEverySkill({ skills, inputModes, defaultInputModes }: AgentCard): Partial<Claims> {
  if (skills.length === 0) return {};
  const kinds = new Set(skills.map((skill) => skill.inputModes ?? defaultInputModes));
  const lists = [...kinds].map((list) => new Set(list.map(withoutParameters)));
  return { inputModesOfEverySkill: inputModes.filter((mode) => lists.every((list) => list.has(mode))) };
}

/**
 * Left open where the ways in differ from skill to skill, and where a scheme is named that need not be used: whoever
 * does use it, with a bad credential, may be turned away.
 */
function anonymous({ security, securitySchemes, skills }: AgentCard): Partial<Claims> {
  const ways = [security, ...skills.map((skill) => skill.security ?? security)];
  if (ways.every(needsCredential)) return { anonymousAllowed: false };
  return securitySchemes.length === 0 && !ways.some(needsCredential) ? { anonymousAllowed: true } : {};
}

function needsCredential(ways: readonly SecurityRequirement[]): boolean {
  return ways.length > 0 && ways.every(({ schemes }) => schemes.length > 0);
}
