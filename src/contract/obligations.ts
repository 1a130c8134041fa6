import type { AgentCard } from '../card/agent-card.ts';
import { oncePerCard } from '../card/once-per-card.ts';
import type { Claim } from '../lifecycle/finding.ts';
import type { Bound } from '../protocol/observation.ts';
import type { PlanBounds } from './bounds.ts';

/** What a claim commits an agent to, and how a client sees in bounded time whether it keeps it (D§5). */
export interface Obligation {
  readonly claim: Claim;
  /** What the agent must be able to produce: the rest of a sentence that starts with the agent. */
  readonly owes: string;
  readonly observedBy: 'reads' | 'stream' | 'listener' | 'one call' | 'each message' | 'each artifact' | 'a probe';
  /** When at the latest it has been seen, or seen to be missing. */
  readonly within: Bound;
}

type Entry = Omit<Obligation, 'claim' | 'within'> & { readonly within: keyof PlanBounds };

const OWED: { readonly [claim in Claim]: Entry } = {
  task: {
    owes: 'finds the task for as long as it runs, in legal states, and leaves its end and its artifacts as they are',
    observedBy: 'reads',
    within: 'pollMost',
  },
  'stream.send': {
    owes: 'streams the task first and then all that it comes to hold, and closes the stream at its end',
    observedBy: 'stream',
    within: 'silence',
  },
  'stream.subscribe': {
    owes: 'lets a client join a running task, beginning with its present state, and tells every stream the same',
    observedBy: 'stream',
    within: 'silence',
  },
  pushNotifications: {
    owes: 'keeps the configuration until the task ends, and delivers its end, or its question, authenticated',
    observedBy: 'listener',
    within: 'push',
  },
  stateTransitionHistory: {
    owes: 'has a history to show when it asks for input',
    observedBy: 'reads',
    within: 'answer',
  },
  extendedAgentCard: {
    owes: 'serves the extended card to those who authenticate',
    observedBy: 'one call',
    within: 'answer',
  },
  inputModes: {
    owes: 'takes a first message and a follow-up in each media type that it lists',
    observedBy: 'each message',
    within: 'answer',
  },
  outputModes: {
    owes: 'keeps its artifacts within the media types that it lists',
    observedBy: 'each artifact',
    within: 'duration',
  },
  securityRequirements: {
    owes: 'lets in whom the card lets in, and nobody else',
    observedBy: 'a probe',
    within: 'answer',
  },
  cancel: {
    owes: 'is silent and final once it has said `canceled`',
    observedBy: 'reads',
    within: 'cancelWatchMost',
  },
};

/** What an agent owes by its card, every claim with its observation and its bound. */
export function obligationsOf(card: AgentCard, bounds: PlanBounds): readonly Obligation[] {
  return claimsMadeBy(card).map((claim) => ({ claim, ...OWED[claim], within: bounds[OWED[claim].within] }));
}

/** The claims that a card makes. That of a life cycle, and that a cancel is final, every agent with tasks makes. */
const claimsMadeBy = oncePerCard(({ capabilities, inputModes, outputModes, security, skills }): readonly Claim[] => {
  const { streaming, pushNotifications, stateTransitionHistory, extendedAgentCard } = capabilities;
  const made: readonly (readonly [Claim, boolean])[] = [
    ['task', true],
    ['stream.send', streaming === true],
    ['stream.subscribe', streaming === true],
    ['pushNotifications', pushNotifications === true],
    ['stateTransitionHistory', stateTransitionHistory === true],
    ['extendedAgentCard', extendedAgentCard === true],
    ['inputModes', inputModes.length > 0],
    ['outputModes', outputModes.length > 0],
    ['securityRequirements', security.length > 0 || skills.some((skill) => skill.security !== undefined)],
    ['cancel', true],
  ];
  return made.flatMap(([claim, makes]) => (makes ? [claim] : []));
});
