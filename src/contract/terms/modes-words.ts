import type { AgentCard } from '../../card/agent-card.ts';
import { pointerTo } from '../../card/pointer.ts';
import type { SkillModes } from './skill-modes.ts';

const MOST_TOLD = 8;

/** What a skill takes or gives, as the beginning of a sentence. */
export function modesWords(verb: 'takes' | 'gives', { skill, takes, gives }: SkillModes): string {
  const who = skill === undefined || skill.id === '' ? 'the agent' : `the skill ${skill.id}`;
  const list = verb === 'takes' ? takes : gives;
  return `${who} ${verb} ${listWords(list)}`;
}

/** A list as people read it: the first of it, and how many more. */
export function listWords(list: readonly string[]): string {
  const more = list.length - MOST_TOLD;
  return more <= 0 ? list.join(', ') : `${list.slice(0, MOST_TOLD).join(', ')} and ${more} more`;
}

/** Where in the card the list of modes stands that holds for a skill. */
export function modesPlace(kind: 'input' | 'output', { skill, index }: SkillModes, card: AgentCard): string {
  const own = kind === 'input' ? skill?.inputModes : skill?.outputModes;
  if (own !== undefined && index !== undefined) return pointerTo(['skills', index, `${kind}Modes`]);
  const name = kind === 'input' ? 'defaultInputModes' : 'defaultOutputModes';
  return card.raw[name] === undefined ? '' : pointerTo([name]);
}
