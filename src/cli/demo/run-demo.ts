import { CardError } from '../../card/card-error.ts';
import { fetchCard } from '../../card/fetch-card.ts';
import type { Account } from '../../demo/caller.ts';
import { type OwnTrial, tryOwnAgent } from '../../demo/own-agent.ts';
import { type DemoProgress, playDemonstration, type RowName } from '../../demo/play.ts';
import { SCENES, VERSIONS } from '../../demo/scene.ts';
import { allowHostOf } from '../../http/address-policy.ts';
import { createHttpClient } from '../../http/http-client.ts';
import { eventWords } from '../delegate/event-words.ts';
import { wordsFor } from '../delegate/outcome-words.ts';
import { formatDuration } from '../duration.ts';
import { EXIT } from '../exit-code.ts';
import { failureJson } from '../failure-json.ts';
import type { Streams } from '../terminal/outlet.ts';
import { createProgress, noProgress, type Progress } from '../terminal/progress.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { demoJson } from './demo-json.ts';
import { reportDemonstration } from './demo-report.ts';
import { ownTrialsJson, reportOwnTrials } from './own-report.ts';
import type { DemoRequest } from './request.ts';
import { stayUpBefore, stayUpWithCast } from './stay-up.ts';

/** How many rows there are to play. */
const ROWS = SCENES.length * VERSIONS.length;

/** Plays the demonstration, or tries one's own agents, shows what came of it, and stays up if it is to. */
export async function runDemo(request: DemoRequest, streams: Streams): Promise<number> {
  const { out, err } = streams;
  const startedAt = performance.now();
  const progress =
    err.isTerminal || request.verbose ? createProgress(err, () => performance.now() - startedAt) : noProgress;
  try {
    const own = request.peers.length > 0;
    const ok = own ? await tryOwn(request, streams, progress) : await play(request, streams, progress);
    if (ok === undefined) return EXIT.unknown;
    if (request.keep ?? (out.isTerminal && !request.json)) {
      if (!request.json) out.line();
      if (own) await stayUpBefore(request.peers, streams, request.json);
      else await stayUpWithCast(streams, request.json);
    }
    return ok ? EXIT.ok : EXIT.other;
  } finally {
    progress.end();
  }
}

async function play({ json, verbose }: DemoRequest, { out }: Streams, progress: Progress): Promise<boolean> {
  let done = 0;
  const tellDone = (): void => progress.status(`an honest agent and its liars at work, ${done} of ${ROWS} done`);
  tellDone();
  const demonstration = await playDemonstration({
    onProgress: (told) => {
      const words = verbose ? progressWords(told) : undefined;
      if (words !== undefined) progress.line(words);
      if (told.kind !== 'row') return;
      done++;
      tellDone();
    },
  });
  progress.end();
  if (json) out.line(safeJson(demoJson(demonstration)));
  else reportDemonstration(demonstration, out);
  return demonstration.ok;
}

/** `undefined` where an agent can't be reached. */
async function tryOwn(request: DemoRequest, { out, err }: Streams, progress: Progress): Promise<boolean | undefined> {
  const trials: OwnTrial[] = [];
  try {
    for (const { name, target } of request.peers) {
      progress.status(`${name} at work, three times`);
      const agent = { name, cardUrl: await cardUrlOf(target), text: request.text };
      const trial = await tryOwnAgent(agent, {
        onEvent: (caller, event) => {
          const words = event.kind === 'finding' ? eventWords(event) : undefined;
          if (words !== undefined) progress.line(`${name} ${caller.name.padEnd(8)} ${words}`);
        },
      });
      trials.push(trial);
    }
  } catch (error) {
    if (!(error instanceof CardError)) throw error;
    progress.end();
    err.line(`probity: ${safeLine(error.message)}`);
    if (request.json) out.line(safeJson(failureJson(error, { exitCode: EXIT.unknown })));
    return undefined;
  }
  progress.end();
  if (request.json) out.line(safeJson(ownTrialsJson(trials)));
  else reportOwnTrials(trials, out);
  return trials.every(({ ok }) => ok);
}

async function cardUrlOf(target: string): Promise<string> {
  const http = createHttpClient({ allow: allowHostOf(target) });
  try {
    return (await fetchCard(target, { http })).url;
  } finally {
    await http.close();
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
  if (account.kind === 'thrown') return `caught ${safeLine(account.message)}`;
  if (account.kind === 'concluded') return wordsFor(account.result.outcome).headline;
  const { state, gaveUpAfterMs } = account.belief;
  return gaveUpAfterMs === undefined
    ? `believes ${safeLine(state ?? 'nothing')}`
    : `gave up after ${formatDuration(gaveUpAfterMs)}`;
}

function line({ scene, version }: RowName, caller: string, what: string): string {
  return `${scene.agent.padEnd(19)} ${version} ${caller.padEnd(8)} ${what}`;
}
