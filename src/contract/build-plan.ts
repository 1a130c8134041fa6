import type { Claim } from '../lifecycle/finding.ts';
import { DEFAULT_BOUNDS, type PlanBounds, silenceBound } from './bounds.ts';
import { claimsOf } from './card-claims.ts';
import { explainPlan } from './explain-plan.ts';
import { fits } from './media-type.ts';
import { obligationsOf } from './obligations.ts';
import type { NegotiatedPlan, PassedOver, PlanInterface, PlanPush } from './plan.ts';
import { DEFAULT_PROFILE } from './profile.ts';
import type { TaskClass } from './task-class.ts';
import type { SpokenInterface, Terms } from './terms/terms.ts';

/** Where calls to an interface of a card go. */
export function planInterface({ url, binding, dialect, tenant }: SpokenInterface): PlanInterface {
  return { url, binding, dialect, tenant };
}

/** The plan that terms lead to which nothing refuses. */
export function buildPlan(terms: Terms, at: SpokenInterface, passedOver?: PassedOver): NegotiatedPlan {
  const { card, task, modes, stream, opening, credentials, abilities } = terms;
  const bounds = boundsFor(terms);
  const push = pushFor(terms);
  const understood = abilities.extensions === 'any' ? new Set<string>() : abilities.extensions;
  return {
    interface: planInterface(at),
    claims: claimsOf(card, at),
    opening,
    reliesOn: reliesOn(terms, push),
    probes: probes(terms, push),
    skill: task.skill,
    inputModes: usable(modes.input, task, stream.usable),
    followUpModes: followUps(terms),
    // An agent is told what is accepted only where the caller has a wish: else it would be told its own list.
    acceptedOutputModes:
      task.output.length + abilities.output.length > 0 ? usable(modes.output, task, stream.usable) : [],
    credentials: credentials ?? [],
    extensions: card.capabilities.extensions.map(({ uri }) => uri).filter((uri) => understood.has(uri)),
    push,
    bounds,
    result: task.result,
    obligations: obligationsOf(card, bounds),
    ...(passedOver === undefined ? {} : { passedOver }),
    explain: explainPlan,
  };
}

function boundsFor({ card, task, abilities }: Terms): PlanBounds {
  const silence = silenceBound(card.defaultTimeout);
  const { blockingLimitMs } = abilities;
  const fromProfile = blockingLimitMs !== DEFAULT_PROFILE.blockingLimitMs && Number.isFinite(blockingLimitMs);
  const cadenceMs = (card.defaultTimeout ?? 0) * 1_000;
  return {
    ...DEFAULT_BOUNDS,
    silence,
    ...(fromProfile ? { answer: { ms: blockingLimitMs, source: 'profile' } } : {}),
    // The strict reading asks for reads that the card times, too.
    ...(task.bounds === 'card' && cadenceMs > 0
      ? { pollMost: { ms: Math.min(cadenceMs, DEFAULT_BOUNDS.pollMost.ms), source: 'card' } }
      : {}),
    ...(task.maxDurationMs === undefined ? {} : { duration: { ms: task.maxDurationMs, source: 'task-class' } }),
  };
}

/** Push is used where somebody asked for it, or where reads alone would have to go on for too long. */
function pushFor({ push, task, opening, abilities }: Terms): PlanPush | undefined {
  if (!push.usable || push.listener === undefined || push.listener === 'ideal') return undefined;
  const asked = task.needs.includes('push') || task.prefers.includes('push');
  const instead = opening === 'poll' && (task.bounds === 'card' || (task.maxDurationMs ?? 0) > abilities.pollBudgetMs);
  return asked || instead ? { url: push.listener.url, scheme: push.scheme } : undefined;
}

/** What there is no way around: where it turns out false, the work has to be taken away. */
function reliesOn({ task, opening, needsStream }: Terms, push: PlanPush | undefined): readonly Claim[] {
  const relied: readonly (readonly [Claim, boolean])[] = [
    ['stream.send', needsStream && opening === 'stream'],
    ['stream.subscribe', needsStream && opening === 'id-first'],
    ['pushNotifications', push !== undefined && !task.prefers.includes('push')],
    ['stateTransitionHistory', task.needs.includes('history')],
    ['inputModes', task.needs.includes('multi-turn')],
    ['cancel', task.needs.includes('cancel')],
  ];
  return relied.flatMap(([claim, does]) => (does ? [claim] : []));
}

/**
 * What is not seen kept and has something beside it that is relied on instead. A stream that a message is sent on has
 * nothing beside it: if it is mute, the id of the task is lost.
 */
function probes({ stream, opening, needsStream, standing, task, push: terms }: Terms, push: PlanPush | undefined) {
  const canPush = terms.declared && terms.unreachable === undefined && terms.unsatisfiable === undefined;
  const suspectPush = canPush && standing('pushNotifications') === 'suspect';
  const tried: readonly (readonly [Claim, boolean])[] = [
    ['stream.subscribe', stream.declared && opening !== 'stream' && !needsStream && stream.subscribe !== 'verified'],
    [
      'pushNotifications',
      task.prefers.includes('push') &&
        (suspectPush || (push !== undefined && standing('pushNotifications') !== 'verified')),
    ],
  ];
  return opening === 'single-shot' ? [] : tried.flatMap(([claim, is]): Claim[] => (is ? [claim] : []));
}

/** Common modes, without those of use only as a stream where there is none. */
function usable(modes: readonly string[] | undefined, { streamed }: TaskClass, streams: boolean): readonly string[] {
  if (modes === undefined) return [];
  return streams || streamed.length === 0 ? modes : modes.filter((mode) => !fits(streamed, mode));
}

/** Where an agent was seen to turn away modes that it lists, only text is left to answer in. */
function followUps({ modes, standing }: Terms): readonly string[] {
  const all = modes.followUp ?? [];
  if (standing('inputModes') !== 'suspect') return all;
  const text = all.filter((mode) => fits(['text/plain'], mode));
  return text.length > 0 || modes.followUp === undefined ? text : all;
}
