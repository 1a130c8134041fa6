import type { AgentCard } from '../card/agent-card.ts';
import { type Claims, claimsWith } from '../lifecycle/peer-facts.ts';
import { withoutParameters } from '../protocol/call.ts';
import { isLocal } from './terms/local-host.ts';
import type { SpokenInterface } from './terms/terms.ts';

/** What the card says of one of its interfaces, for the monitor to judge by. What a card doesn't say it denies. */
export function planClaims(card: AgentCard, at: Pick<SpokenInterface, 'dialect' | 'binding' | 'url'>): Claims {
  const { capabilities, inputModes, outputModes, skills, defaultInputModes } = card;
  const everySkill = skills.map((skill) => (skill.inputModes ?? defaultInputModes).map(withoutParameters));
  return claimsWith({
    streaming: capabilities.streaming ?? false,
    pushNotifications: capabilities.pushNotifications ?? false,
    stateTransitionHistory: capabilities.stateTransitionHistory ?? false,
    extendedAgentCard: capabilities.extendedAgentCard ?? false,
    requiredExtensions: capabilities.requiredExtensions,
    dialect: at.dialect,
    binding: at.binding,
    inputModes,
    outputModes,
    ...(skills.length === 0
      ? {}
      : { inputModesOfEverySkill: inputModes.filter((mode) => everySkill.every((modes) => modes.includes(mode))) }),
    ...anonymous(card),
    // By its spelling only a local address can be told; any name may lead to one.
    ...(isLocal(at.url) ? { publicAddress: false } : {}),
  });
}

/** A card that names schemes and requires none, or asks for them skill by skill, leaves it open. */
function anonymous({ security, securitySchemes, skills }: AgentCard): Pick<Claims, 'anonymousAllowed'> {
  const open =
    security.length === 0 ? securitySchemes.length > 0 : skills.some((skill) => skill.security !== undefined);
  if (open) return {};
  return { anonymousAllowed: security.length === 0 || security.some(({ schemes }) => schemes.length === 0) };
}
