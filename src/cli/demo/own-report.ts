import type { OwnTrial } from '../../demo/own-agent.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { runCell } from './cells.ts';
import { runJson } from './demo-json.ts';
import { columnsFor, tableLines } from './table.ts';

/** Shows side by side what one's own agents gave to each caller. */
export function reportOwnTrials(trials: readonly OwnTrial[], out: Outlet): void {
  const { style, width } = out;
  const titles = trials[0]?.runs.map(({ caller }) => caller.title) ?? [];
  const cells = trials.map(({ agent, scene, runs }) => [
    [
      { text: agent.name, tone: 'strong' } as const,
      { text: safeLine(withoutSecrets(agent.cardUrl)), tone: 'quiet' } as const,
      { text: `“${safeLine(agent.text)}”`, tone: 'quiet' } as const,
    ],
    ...runs.map((run) => runCell(scene, run)),
  ]);
  for (const line of tableLines(columnsFor(titles, width), cells, style)) out.line(line);
  out.line();
  const how =
    'Each caller had a task of its own. What is true of it, verified reads said that were made behind its back.';
  for (const line of wrap(how, width)) out.line(style.quiet(line));
  for (const { agent, ok } of trials) {
    const words = ok ? 'whoever was protected had a verified success' : 'there was no verified success';
    out.line(`${ok ? style.good('✔') : style.bad('✖')} ${agent.name}: ${words}`);
  }
}

/** The same for programs. */
export function ownTrialsJson(trials: readonly OwnTrial[]): unknown {
  return {
    schemaVersion: 1,
    ok: trials.every(({ ok }) => ok),
    agents: trials.map(({ agent, scene, runs, ok }) => ({
      ...agent,
      cardUrl: withoutSecrets(agent.cardUrl),
      ...Object.fromEntries(runs.map((run) => [run.caller.name, runJson(run, scene)])),
      ok,
    })),
  };
}
