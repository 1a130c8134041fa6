// Plays the scenes to a plain caller, directly and behind the gateway, and writes docs/gateway-foreign.md and what it is
// made of: node test/foreign/behind.ts

import { startGateway } from '../../src/gateway/gateway.ts';
import { type BehindRow, writeBehind } from './behind-page.ts';
import { startForeign } from './foreign-agent.ts';
import type { ForeignName } from './install.ts';
import { delegatePlainly } from './plain-caller.ts';
import { playPlainly, STEP_MS } from './play.ts';
import { SCENES } from './scenes.ts';

/** Plays the scenes of an agent one after the other: each first without, then with a gateway between. */
export async function playBehind(
  name: ForeignName,
  tell: (row: BehindRow) => void = () => undefined,
): Promise<readonly BehindRow[]> {
  await using agent = await startForeign(name, STEP_MS);
  const seen = { acts: new Set<string>(), rules: new Set<string>() };
  const gateway = await startGateway({
    peers: [{ name: 'agent', target: agent.cardUrl }],
    port: 0,
    bounds: { cancelWatch: { ms: 3_000, source: 'task-class' }, cancelWatchMost: { ms: 20_000, source: 'task-class' } },
    report: (event) => {
      if (event.kind === 'act') seen.acts.add(event.act);
      if (event.kind === 'finding') seen.rules.add(event.finding.rule);
    },
  });
  try {
    await gateway.ready;
    const mounted = { origin: gateway.url, cardPath: 'agent/.well-known/agent-card.json' };
    // A gateway in use knows how the agent answers a send that does not wait.
    await delegatePlainly({ ...mounted, text: 'slow 8' });
    const rows: BehindRow[] = [];
    for (const scene of SCENES) {
      if (scene.agent !== name) continue;
      const before = await playPlainly(agent, scene);
      seen.acts.clear();
      seen.rules.clear();
      const after = await playPlainly(agent, scene, mounted);
      const row = { id: scene.id, before, after, acts: [...seen.acts].sort(), rules: [...seen.rules].sort() };
      rows.push(row);
      tell(row);
    }
    return rows;
  } finally {
    await gateway.close();
  }
}

if (import.meta.main) {
  const rows: BehindRow[] = [];
  for (const name of ['voltagent', 'google-adk'] as const) {
    rows.push(...(await playBehind(name, (row) => process.stdout.write(`${JSON.stringify(row)}\n`))));
  }
  writeBehind(rows);
}
