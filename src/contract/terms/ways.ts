import type { AgentCard } from '../../card/agent-card.ts';
import type { Abilities } from '../abilities.ts';
import { fits } from '../media-type.ts';
import type { TaskClass } from '../task-class.ts';
import { type PlanCredential, type SecurityTerms, securityOf } from './security-terms.ts';
import type { SkillModes } from './skill-modes.ts';

/** A skill, and one way to be let in to it. */
export interface Way {
  readonly modes: SkillModes;
  readonly credentials: readonly PlanCredential[] | undefined;
  readonly missingCredentials: readonly (readonly string[])[];
}

/** Skills that a task could come to in earnest; a card of thousands must not cost more than that. */
const MOST_SKILLS = 8;

/** The skills that suit the task best, each with every way in; those that suit equally well in the order of the card. */
export function waysOf(
  card: AgentCard,
  skills: readonly SkillModes[],
  task: TaskClass,
  abilities: Abilities,
): readonly Way[] {
  const securityFor = securityOf(card, abilities);
  return skills
    .map((modes) => {
      const security = securityFor(modes.skill?.security);
      return { modes, security, lacks: lacking(modes, security, task) };
    })
    .sort((a, b) => a.lacks - b.lacks)
    .slice(0, MOST_SKILLS)
    .flatMap(({ modes, security: { open, missing } }): readonly Way[] =>
      open.length === 0
        ? [{ modes, credentials: undefined, missingCredentials: missing }]
        : open.map((credentials) => ({ modes, credentials, missingCredentials: missing })),
    );
}

/** How much a skill lacks, what is worst counting most. */
function lacking({ input, output, followUp }: SkillModes, { open }: SecurityTerms, task: TaskClass): number {
  const none = [input, output].filter((modes) => modes?.length === 0).length;
  const streamedOnly = [input, output].filter((modes) =>
    modes?.every((mode) => task.streamed.length > 0 && fits(task.streamed, mode)),
  ).length;
  return 8 * (none + Number(open.length === 0)) + 3 * Number(followUp?.length === 0) + streamedOnly;
}
