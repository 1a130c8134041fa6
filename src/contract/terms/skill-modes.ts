import type { AgentCard } from '../../card/agent-card.ts';
import type { AgentSkill } from '../../card/agent-skill.ts';
import type { Abilities } from '../abilities.ts';
import { common, fits, mayBeSame } from '../media-type.ts';
import type { TaskClass } from '../task-class.ts';

/** The media types that a task of a class can use with one skill. `undefined`: any. */
export interface SkillModes {
  /** `undefined`: the card's defaults, where it lists no skills. */
  readonly skill: AgentSkill | undefined;
  /** Its place in the card. */
  readonly index: number | undefined;
  /** What the skill takes and gives: its own lists, or the card's defaults where it has none. */
  readonly takes: readonly string[];
  readonly gives: readonly string[];
  readonly input: readonly string[] | undefined;
  readonly output: readonly string[] | undefined;
  readonly followUp: readonly string[] | undefined;
  /** Data can be told as JSON text where the skill takes text, without loss. */
  readonly bridged: boolean;
}

/** What a class can use with each skill that it may come to, or with the one that it names. */
export function skillModes(card: AgentCard, task: TaskClass, abilities: Abilities): readonly SkillModes[] {
  const wanted = {
    input: both(task.input, abilities.input),
    output: both(task.output, abilities.output),
    followUp: both(task.followUp.length === 0 ? task.input : task.followUp, abilities.input),
  };
  const indexed = card.skills.map((skill, index) => ({ skill, index }));
  const meant = task.skill === undefined ? indexed : indexed.filter(({ skill }) => skill.id === task.skill);
  const alternatives = meant.length === 0 ? [{ skill: undefined, index: undefined }] : distinct(meant);
  return alternatives.map(({ skill, index }) => {
    const takes = listed(skill?.inputModes ?? card.defaultInputModes);
    const gives = listed(skill?.outputModes ?? card.defaultOutputModes);
    const followUp = wanted.followUp === NOTHING ? [] : common(wanted.followUp, takes);
    const bridged = followUp?.length === 0 && canBeText(wanted.followUp) && fits(takes, 'text/plain');
    return {
      skill,
      index,
      takes,
      gives,
      input: wanted.input === NOTHING ? [] : common(wanted.input, takes),
      output: wanted.output === NOTHING ? [] : common(wanted.output, gives),
      followUp: bridged ? ['text/plain'] : followUp,
      bridged,
    };
  });
}

/** Who names no media types has not claimed any beyond what every agent can be sent: text, and data. */
const UNLISTED = ['text/*', 'application/json'] as const;

function listed(modes: readonly string[]): readonly string[] {
  return modes.length === 0 ? UNLISTED : modes;
}

/** What class and profile leave between them; an empty list would mean any. */
const NOTHING: readonly string[] = [];

function both(ofTask: readonly string[], ofProfile: readonly string[]): readonly string[] {
  const shared = common(ofTask, ofProfile);
  if (shared === undefined) return [];
  return shared.length === 0 ? NOTHING : shared;
}

function canBeText(wanted: readonly string[]): boolean {
  return wanted.some((mode) => mayBeSame(mode, 'application/json'));
}

/** More kinds of skills than these are nobody's. */
const MOST_KINDS = 256;

/** Skills that ask for the same are one case; cards list dozens of them. */
function distinct<T extends { readonly skill: AgentSkill }>(all: readonly T[]): readonly T[] {
  const kinds = new Map<string, T>();
  for (const one of all) {
    const key = JSON.stringify([one.skill.inputModes, one.skill.outputModes, one.skill.security]);
    if (!kinds.has(key)) kinds.set(key, one);
    if (kinds.size === MOST_KINDS) break;
  }
  return [...kinds.values()];
}
