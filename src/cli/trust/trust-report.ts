import { FORMER_INTERFACES } from '../../trust/interface-key.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import { invocation } from '../invocation.ts';
import { labelled } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { type AgentMemory, type ClaimMemory, interfacesOf } from './agent-memory.ts';
import { agoWords, spanWords } from './time-words.ts';

const TONE = { verified: 'good', suspect: 'bad', unverified: 'quiet' } as const;

/** One line or two an agent: its name, how it stands, when it was last heard of. */
export function reportList(agents: readonly AgentMemory[], now: number, out: Outlet): void {
  if (agents.length === 0) return out.line('No agent is remembered.');
  for (const agent of agents) {
    out.line(out.style.strong(safeLine(agent.cardUrl)));
    out.line(`  ${countWords(agent)}${out.style.quiet(`; last seen ${agoWords(agent.at, now)}`)}`);
    for (const { row, standing } of agent.claims) {
      if (standing.state !== 'suspect') continue;
      const { style } = out;
      out.line(
        `  ${style.bad('suspect')}  ${row.claim}  ${style.quiet(`${standing.rule}, ${untilWords(standing.until, now)}`)}`,
      );
    }
  }
  out.line();
  out.line(out.style.quiet(`${invocation()} trust show <agent>  tells more.`));
}

/** All that is remembered of one agent. */
export function reportAgent(agent: AgentMemory, now: number, out: Outlet): void {
  const { style, width } = out;
  out.line(style.strong(safeLine(agent.cardUrl)));
  if (agent.cardAt !== undefined)
    out.line(style.quiet(`Its card is as it was first seen ${agoWords(agent.cardAt, now)}.`));
  for (const [key, claims] of interfacesOf(agent)) {
    out.line();
    out.line(interfaceWords(key));
    const rows = claims.map((claim) => [claim.row.claim, claimWords(claim, now)] as const);
    const tones = new Map(claims.map(({ row, standing }) => [row.claim as string, TONE[standing.state]]));
    const label = (cell: string) => style[tones.get(cell.trim()) ?? 'quiet'](cell);
    for (const line of labelled(rows, { indent: '  ', width, label })) out.line(line);
  }
  const modes = agent.modes.map(({ turn, accepted, at }) => {
    const skill = turn.skill === undefined ? '' : `, skill ${turn.skill}`;
    const where = turn.kind === 'first' ? 'in a first message' : `in an answer to ${turn.kind}`;
    return [turn.mode, `${accepted ? 'taken' : 'refused'} ${where}${skill}, ${agoWords(at, now)}`] as const;
  });
  section('Media types', modes, out);
  const refusals = agent.refusals.map(({ work, why, at }) => [work, `${agoWords(at, now)}: ${why}`] as const);
  section('Work that is never sent there again', refusals, out);
}

function section(title: string, rows: readonly (readonly [string, string])[], out: Outlet): void {
  if (rows.length === 0) return;
  out.line();
  out.line(title);
  const safe = rows.map(([name, says]) => [safeLine(name), safeLine(says)] as const);
  for (const line of labelled(safe, { indent: '  ', width: out.width, label: out.style.quiet })) out.line(line);
}

function countWords({ claims, refusals }: AgentMemory): string {
  const count = (state: string) => claims.filter(({ standing }) => standing.state === state).length;
  const counts = (['suspect', 'verified', 'unverified'] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${count(state)} ${state}`],
  );
  const work = refusals.length === 0 ? [] : [`${refusals.length} refused ${refusals.length === 1 ? 'task' : 'tasks'}`];
  return [...counts, ...work].join(', ') || 'nothing verified';
}

function interfaceWords({ interfaceUrl, binding, dialect, tenant, credential }: InterfaceKey): string {
  const place = interfaceUrl === FORMER_INTERFACES ? 'Interfaces that its card no longer lists' : interfaceUrl;
  const kind = interfaceUrl === FORMER_INTERFACES ? [] : [`A2A ${dialect} over ${binding}`];
  const who = [
    tenant === undefined ? [] : `tenant ${tenant}`,
    credential === undefined ? 'anonymous' : `as ${credential}`,
  ];
  return safeLine([place, ...kind, ...who.flat()].join(', '));
}

function claimWords({ row: { record }, standing }: ClaimMemory, now: number): string {
  const { demotions, doubts } = record;
  const times = demotions - (standing.state === 'suspect' ? 1 : 0);
  const before = times < 1 ? '' : `; broken ${timesWords(times)} before`;
  switch (standing.state) {
    case 'suspect': {
      const passed = record.broken?.passed === undefined ? '' : '; a probe has passed';
      const broken = `suspect: ${standing.rule}, ${agoWords(record.broken?.at ?? now, now)}`;
      return `${broken}; ${untilWords(standing.until, now)}${passed}${before}`;
    }
    case 'verified':
      return `verified: kept ${timesWords(standing.times)}, last ${agoWords(standing.keptAt, now)}${before}`;
    case 'unverified': {
      const [doubt] = doubts;
      const doubted = doubt === undefined ? '' : `; ${doubt.rule} is suspected, ${agoWords(doubt.at, now)}`;
      return `unverified${doubted}${before}`;
    }
  }
}

function untilWords(until: number, now: number): string {
  return until > now ? `for ${spanWords(until - now)} more` : 'until a probe passes';
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}
