import { type DemoProgress, playDemonstration } from '../../demo/play.ts';
import { eventWords } from '../delegate/event-words.ts';
import { wordsFor } from '../delegate/outcome-words.ts';
import { formatDuration } from '../duration.ts';
import { EXIT } from '../exit-code.ts';
import type { Streams } from '../terminal/outlet.ts';
import { createProgress, noProgress } from '../terminal/progress.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { demoJson } from './demo-json.ts';
import { reportDemonstration } from './demo-report.ts';
import type { DemoRequest } from './request.ts';

/** Plays the demonstration and shows what came of it. */
export async function runDemo(request: DemoRequest, { out, err }: Streams): Promise<number> {
  const startedAt = performance.now();
  const progress =
    err.isTerminal || request.verbose ? createProgress(err, () => performance.now() - startedAt) : noProgress;
  try {
    progress.status('an honest agent and four liars at work');
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
    case 'plain-done': {
      const { state, gaveUpAfterMs } = told.belief;
      const what =
        gaveUpAfterMs === undefined
          ? `believes ${state ?? 'nothing'}`
          : `gave up after ${formatDuration(gaveUpAfterMs)}`;
      return line(told.scene.agent, 'plain', what);
    }
    case 'guarded-event': {
      if (told.event.kind !== 'finding' && told.event.kind !== 'verifying') return undefined;
      return line(told.scene.agent, 'guarded', eventWords(told.event) ?? '');
    }
    case 'row':
      return line(told.row.scene.agent, 'guarded', wordsFor(told.row.guarded.outcome).headline);
  }
}

function line(agent: string, caller: string, what: string): string {
  return `${agent.padEnd(19)} ${caller.padEnd(8)} ${what}`;
}
