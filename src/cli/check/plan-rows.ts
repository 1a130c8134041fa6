import { boundWords, claimWords, SAME_AGENT } from '../../contract/explain-plan.ts';
import type { NegotiatedPlan } from '../../contract/plan.ts';
import { safeLine } from '../terminal/safe-text.ts';

const OPENED = {
  stream: 'on a stream',
  'id-first': 'without blocking; the stream is joined once the id is known',
  poll: 'without blocking; followed by reads',
  'single-shot': 'in a single shot; no task is followed',
} as const;

/** A plan as a short table. What the peer named is fit for a terminal. */
export function planRows(plan: NegotiatedPlan): readonly [string, string][] {
  const {
    interface: at,
    opening,
    inputModes,
    acceptedOutputModes,
    followUpModes,
    credentials,
    bounds,
    passedOver,
  } = plan;
  const streams = opening === 'stream' || opening === 'id-first';
  const rows: [string, string | undefined][] = [
    ['interface', `A2A ${at.dialect} over ${at.binding}, ${at.url}`],
    [
      'passed over',
      passedOver && `${passedOver.interface.binding}, ${passedOver.interface.url}, which the card prefers`,
    ],
    ['because', passedOver?.because.join('; ')],
    ['which means', passedOver?.suspect.length === 0 ? undefined : passedOver && SAME_AGENT],
    ['credentials', credentials.map(({ scheme }) => scheme).join(' and ') || 'none'],
    ['extensions', plan.extensions.join(', ')],
    ['skill', plan.skill],
    ['sent', OPENED[opening]],
    ['work as', inputModes.join(', ') || 'anything'],
    ['answers as', opening === 'single-shot' ? undefined : followUpModes.join(', ') || 'anything'],
    ['result as', acceptedOutputModes.join(', ') || 'anything'],
    ['push', plan.push?.url],
    ['silence', streams ? `${boundWords(bounds.silence)}, then reads take over` : undefined],
    ['reads', opening === 'single-shot' ? undefined : `every ${boundWords(bounds.pollMost)} at the latest`],
    ['time', `${boundWords(opening === 'single-shot' ? bounds.answer : bounds.duration)}`],
    ['relies on', plan.reliesOn.map(claimWords).join(' and ')],
    ['tries', plan.probes.map(claimWords).join(' and ')],
  ];
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, safeLine(value)]] : []));
}
