import type { Account } from '../../demo/caller.ts';
import { type DemoProgress, playDemonstration, type RowName } from '../../demo/play.ts';
import { eventWords } from '../delegate/event-words.ts';
import { wordsFor } from '../delegate/outcome-words.ts';
import { formatDuration } from '../duration.ts';
import { EXIT } from '../exit-code.ts';
import type { Streams } from '../terminal/outlet.ts';
import { createProgress, noProgress } from '../terminal/progress.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { demoJson } from './demo-json.ts';
import { reportDemonstration } from './demo-report.ts';
import type { DemoRequest } from './request.ts';

/** Plays the demonstration and shows what came of it. */
export async function runDemo(request: DemoRequest, { out, err }: Streams): Promise<number> {
  const startedAt = performance.now();
  const progress =
    err.isTerminal || request.verbose ? createProgress(err, () => performance.now() - startedAt) : noProgress;
  try {
    progress.status('an honest agent and its liars at work');
    const demonstration = await playDemonstration({
      onProgress: (told) => {
        const words = progressWords(told);
        if (words !== undefined) progress.line(words);
      },
    });
    progress.end();
    if (request.json) out.line(safeJson(demoJson(demonstration)));
    else reportDemonstration(demonstration, out);
    return demonstration.ok ? EXIT.ok : EXIT.other;
  } finally {
    progress.end();
  }
}

/** What of all that happens is worth a line. */
function progressWords(told: DemoProgress): string | undefined {
  switch (told.kind) {
    case 'went-away':
      return line(told.row, told.caller.name, accountWords(told.account));
    case 'event': {
      if (told.event.kind !== 'finding' && told.event.kind !== 'verifying') return undefined;
      return line(told.row, told.caller.name, eventWords(told.event) ?? '');
    }
    case 'row':
      return undefined;
  }
}

function accountWords(account: Account): string {
  if (account.kind === 'concluded') return wordsFor(account.result.outcome).headline;
  const { state, gaveUpAfterMs } = account.belief;
  return gaveUpAfterMs === undefined
    ? `believes ${safeLine(state ?? 'nothing')}`
    : `gave up after ${formatDuration(gaveUpAfterMs)}`;
}

function line({ scene, version }: RowName, caller: string, what: string): string {
  return `${scene.agent.padEnd(19)} ${version} ${caller.padEnd(8)} ${what}`;
}
