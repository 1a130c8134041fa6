import type { Claim } from '../lifecycle/finding.ts';
import type { Bound } from '../protocol/observation.ts';
import { safeUrl } from '../trust/interface-key.ts';
import { durationText } from './file/duration.ts';
import type { NegotiatedPlan, Opening } from './plan.ts';

const OPENINGS: Readonly<Record<Opening, string>> = {
  stream: 'The message is sent on a stream, which this agent has been seen to keep.',
  'id-first': 'The message is sent without waiting for the work, and the stream is joined once the task has an id.',
  poll: 'The message is sent without waiting for the work, and the task is followed by reads.',
  'single-shot': 'One message is sent, and its answer is all that is waited for: no task is followed.',
};

/** What it means that an agent did not keep its word on another interface. */
export const SAME_AGENT =
  'the agent did not keep its word there; nothing of the kind was seen on the interface of this plan, but it is the same agent';

/** A capability by a name that people use. */
const CLAIM_WORDS: Readonly<Record<Claim, string>> = {
  task: 'its task life cycle',
  'stream.send': 'its streams',
  'stream.subscribe': 'subscriptions to its tasks',
  pushNotifications: 'its push notifications',
  stateTransitionHistory: 'its history',
  extendedAgentCard: 'its extended card',
  inputModes: 'the media types that it takes',
  outputModes: 'the media types that it gives',
  securityRequirements: 'its security',
  cancel: 'its cancel',
};

/** A claim, in words. */
export function claimWords(claim: Claim): string {
  return CLAIM_WORDS[claim];
}

const SOURCES: Readonly<Record<Bound['source'], string>> = {
  card: 'by its card',
  profile: 'by the profile',
  'task-class': 'by the task class',
  default: 'by default',
  measured: 'as measured',
};

/** A bound and where it comes from, such as `15s (by default)`. */
export function boundWords({ ms, source }: Bound): string {
  return `${durationText(ms)} (${SOURCES[source]})`;
}

/** What a plan does, sentence by sentence. */
export function explainPlan(this: NegotiatedPlan): readonly string[] {
  const {
    interface: at,
    opening,
    bounds,
    reliesOn,
    probes,
    push,
    credentials,
    extensions,
    followUpModes,
    result,
    passedOver,
  } = this;
  const says: (string | undefined)[] = [
    `It speaks A2A ${at.dialect} over ${at.binding} with ${safeUrl(at.url)}.`,
    passedOver === undefined
      ? undefined
      : `The card prefers ${passedOver.interface.binding} with ${safeUrl(passedOver.interface.url)}, but ${passedOver.because.join('; ')}.`,
    passedOver === undefined || passedOver.suspect.length === 0
      ? undefined
      : `${SAME_AGENT.charAt(0).toUpperCase()}${SAME_AGENT.slice(1)}.`,
    credentials.length === 0
      ? 'It calls without credentials.'
      : `It calls with the credentials for ${credentials.map(({ scheme }) => scheme).join(' and ')}.`,
    extensions.length === 0 ? undefined : `It activates ${extensions.join(', ')}.`,
    OPENINGS[opening],
    opening === 'stream' || opening === 'id-first'
      ? `A stream that is silent for ${boundWords(bounds.silence)} is no longer waited for: reads take over.`
      : undefined,
    opening === 'single-shot'
      ? `The answer is waited for ${boundWords(bounds.answer)}.`
      : `Reads are made at most ${boundWords(bounds.pollMost)} apart where nothing else tells, and the task has ${boundWords(bounds.duration)}.`,
    push === undefined
      ? undefined
      : `The agent calls back at ${new URL(push.url).origin}; each call is a hint to read.`,
    `A cancel is asked for an answer within ${boundWords(bounds.cancelAnswer)}, and the task is watched for up to ${boundWords(bounds.cancelWatchMost)} before it counts as canceled.`,
    followUpModes.length === 0 ? undefined : `Questions are answered in ${followUpModes.join(', ')}.`,
    listed('Nothing would replace', reliesOn, 'if that breaks, the work is taken away from the agent'),
    listed('It tries, without relying on it,', probes),
    result === undefined ? undefined : 'A completed task is held against what the task class asks of a result.',
  ];
  return says.filter((sentence) => sentence !== undefined);
}

function listed(begin: string, claims: readonly Claim[], end?: string): string | undefined {
  if (claims.length === 0) return undefined;
  return `${begin} ${claims.map(claimWords).join(' and ')}${end === undefined ? '' : `: ${end}`}.`;
}
