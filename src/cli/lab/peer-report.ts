import { type Deviation, knownTasks, type LabPeer, type Ledger, taskFacts } from '../../lab/index.ts';
import { formatDuration } from '../duration.ts';
import { invocation } from '../invocation.ts';
import { labelled } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { deviationJson } from './deviation-list.ts';
import type { LabRequest } from './request.ts';

/** Tells people where a peer listens, what it does, and what to try on it. */
export function reportPeer(request: LabRequest, chosen: readonly Deviation[], peer: LabPeer, out: Outlet): void {
  const { style, width } = out;
  for (const { name, title } of chosen) out.line(`${style.strong(name)}  ${title}`);
  out.line();
  const rules = [...new Set(chosen.flatMap((each) => each.rules))];
  const facts: [string, string][] = [
    ['agent', peer.url],
    ['card', peer.cardUrl],
    ['speaks', `A2A ${request.dialect}${request.bindings.length === 0 ? '' : ` over ${request.bindings.join(', ')}`}`],
    ...(request.upstream === undefined ? [] : [['before', safeLine(request.upstream)] as [string, string]]),
    ...(peer.controlUrl === undefined ? [] : [['control', peer.controlUrl] as [string, string]]),
    ...request.deviations
      .filter((each) => each.share < 1)
      .map((each): [string, string] => [
        'share',
        `${each.name} in ${Math.round(each.share * 1000) / 10} % of the tasks`,
      ]),
    ...chosen.map(({ shows }): [string, string] => ['shows', shows]),
    ...(rules.length === 0 ? [] : [['found by', rules.join(', ')] as [string, string]]),
  ];
  for (const line of labelled(facts, { indent: '  ', width, label: style.quiet })) out.line(line);
  out.line();
  out.line(`  ${style.quiet('try')}  ${tryLine(chosen, peer.url)}`);
  out.line();
  out.line(style.quiet('Ctrl-C ends it.'));
}

/** What a peer listens on, and what it does, for programs. */
export function peerJson(request: LabRequest, chosen: readonly Deviation[], peer: LabPeer): unknown {
  const { dialect, bindings } = request;
  return {
    schemaVersion: 1,
    url: peer.url,
    cardUrl: peer.cardUrl,
    ...(peer.controlUrl === undefined ? {} : { controlUrl: peer.controlUrl }),
    dialect,
    ...(bindings.length === 0 ? {} : { bindings }),
    deviations: chosen.map(deviationJson),
    try: tryLine(chosen, peer.url),
  };
}

/** Tells people what a peer has done, from its ledger: one line a task. */
export function reportLedger(ledger: Ledger, out: Outlet): void {
  const now = performance.timeOrigin + performance.now();
  out.line();
  // Somebody may have asked for a task that there never was.
  const tasks = knownTasks(ledger)
    .map((id) => taskFacts(ledger, id, now))
    .filter(({ startedAt, toldEnds }) => startedAt !== undefined || toldEnds.length > 0);
  if (tasks.length === 0) return out.line(out.style.quiet('No task came.'));
  for (const { taskId, toldEnds, stoppedAs, ranOnMs, framesAfterCancel, cancelAnswer } of tasks) {
    const told = [...new Set(toldEnds.map(({ state }) => state))].join(', then ') || 'no end';
    const after =
      cancelAnswer === undefined
        ? ''
        : `; ${formatDuration(ranOnMs)} of work and ${framesAfterCancel} events after the cancel`;
    out.line(`${out.style.quiet(safeLine(taskId))}  told ${told}; worked until ${stoppedAs ?? 'now'}${after}`);
  }
}

/** A call that shows what the first of them does. */
function tryLine(chosen: readonly Deviation[], url: string): string {
  const rule = chosen[0]?.rules[0] ?? '';
  const begin = `${invocation()} delegate ${url} --text`;
  if (rule.startsWith('cancel/')) return `${begin} 'slow 8' --cancel-after 2s`;
  // The silence of a stream counts from 15 s on.
  return rule === 'stream/silent' ? `${begin} 'slow 20'` : `${begin} 'slow 4'`;
}
