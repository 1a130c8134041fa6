import type { Claim } from '../../lifecycle/finding.ts';
import { type ContractBreach, type ContractRule, invariant } from '../contract-rule.ts';
import type { LifecyclePath } from '../lifecycle-path.ts';
import { fits } from '../media-type.ts';
import { cardWith, remembering } from '../setting.ts';
import type { Terms } from '../terms/terms.ts';
import { effectOf } from './need-denied.ts';

export const suspectCapability: ContractRule = {
  id: 'contract/suspect-capability',
  title: 'The agent has broken a claim that the task would use',
  severity: 'error',
  basis: invariant('Nothing relies on a claim that was seen broken before a probe has passed and its time is over.'),
  certainty: 'certain',
  path: 'observe',
  why: 'The task would rest on what the agent was seen not to keep.',
  remedy: 'Keep the claim, or take it off the card: probes beside other tasks bring trust back by themselves.',
  *check(terms) {
    yield* ofTask(terms);
    yield* ofStreams(terms);
    const { standing, card, push, task } = terms;
    const suspect = (claim: Claim): boolean => standing(claim) === 'suspect';
    if (push.declared && suspect('pushNotifications')) yield* wherever(terms, 'push', 'pushNotifications', 'observe');
    if (card.capabilities.stateTransitionHistory !== false && suspect('stateTransitionHistory')) {
      yield* wherever(terms, 'history', 'stateTransitionHistory', 'observe');
    }
    if (suspect('cancel')) {
      const effect = task.needs.includes('cancel') ? 'refuses' : 'degrades';
      yield { ...breach(terms, effect, 'cancel', 'stop'), givesUp: 'a cancel that can be relied on' };
    }
    yield* ofModes(terms);
  },
  pair: {
    raises: { card: cardWith(), trust: remembering({ 'stream.send': 'suspect', 'stream.subscribe': 'suspect' }) },
    nearMiss: {
      card: cardWith({ capabilities: { streaming: false } }),
      trust: remembering({ 'stream.send': 'suspect', 'stream.subscribe': 'suspect' }),
    },
  },
};

/** A single shot relies on no task. What it gives up is said by the rule about what can be seen. */
function* ofTask(terms: Terms): Generator<ContractBreach> {
  const { standing, opening } = terms;
  if (standing('task') !== 'suspect') return;
  yield breach(terms, opening === 'single-shot' ? 'noted' : 'refuses', 'task', 'observe');
}

function* ofStreams(terms: Terms): Generator<ContractBreach> {
  const { stream, opening, needsStream, task } = terms;
  if (!stream.declared || opening !== 'poll') return;
  const claim = stream.send === 'suspect' ? 'stream.send' : 'stream.subscribe';
  // What is lost with the modes of a stream is said by the rule about these.
  if (needsStream && !task.needs.includes('streaming')) return;
  if (needsStream) yield breach(terms, 'refuses', claim, 'observe');
  else yield { ...breach(terms, 'degrades', claim, 'observe'), givesUp: 'streaming' };
}

/** Where an agent was seen to turn away what it says it takes, plain text is the one thing that answers rely on. */
function* ofModes(terms: Terms): Generator<ContractBreach> {
  const { standing, modes, task } = terms;
  if (standing('inputModes') !== 'suspect') return;
  const safe = modes.followUp === undefined || modes.followUp.some((mode) => fits(['text/plain'], mode));
  if (!safe && task.needs.includes('multi-turn')) yield breach(terms, 'refuses', 'inputModes', 'answer');
  else yield { ...breach(terms, 'degrades', 'inputModes', 'answer'), givesUp: 'answers in anything but plain text' };
}

function* wherever(
  terms: Terms,
  need: 'push' | 'history',
  claim: Claim,
  path: LifecyclePath,
): Generator<ContractBreach> {
  const effect = effectOf(terms, need);
  if (effect !== undefined) yield { ...breach(terms, effect, claim, path), givesUp: need };
}

function breach(
  { suspicion }: Terms,
  effect: ContractBreach['effect'],
  claim: Claim,
  path: LifecyclePath,
): ContractBreach {
  const found = suspicion(claim);
  const why =
    found === undefined
      ? ''
      : ` since ${minuteOf(found.since)} (${found.rule}): nothing relies on it before ${minuteOf(found.until)}, nor before a probe has passed`;
  return { effect, because: `its claim ${claim} is suspect${why}`, pointer: POINTERS[claim] ?? '', path };
}

/** In UTC, to the minute. Clocks may be set to anything. */
function minuteOf(ms: number): string {
  return Math.abs(ms) > 8.64e15 ? 'some time' : `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

const POINTERS: { readonly [claim in Claim]?: string } = {
  'stream.send': '/capabilities/streaming',
  'stream.subscribe': '/capabilities/streaming',
  pushNotifications: '/capabilities/pushNotifications',
  stateTransitionHistory: '/capabilities/stateTransitionHistory',
  inputModes: '/defaultInputModes',
};
