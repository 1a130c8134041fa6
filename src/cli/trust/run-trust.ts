import { existsSync } from 'node:fs';
import { didYouMean } from '../../options/did-you-mean.ts';
import { openTrust } from '../../store/open-trust.ts';
import { defaultStateFile } from '../../store/state-file.ts';
import { StoreError } from '../../store/store-error.ts';
import { safeUrl } from '../../trust/interface-key.ts';
import type { LastingTrust } from '../../trust/lasting-trust.ts';
import { EXIT } from '../exit-code.ts';
import type { Streams } from '../terminal/outlet.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { type AgentMemory, agentsIn } from './agent-memory.ts';
import type { TrustRequest } from './request.ts';
import { trustJson } from './trust-json.ts';
import { reportAgent, reportList } from './trust-report.ts';

/**
 * Shows what is remembered of agents, or forgets it.
 *
 * @throws UsageError if the file can't be read, or holds nothing of the agent that is named
 */
export async function runTrust(request: TrustRequest, { out }: Streams): Promise<number> {
  const file = request.file ?? defaultStateFile();
  if (!existsSync(file)) {
    // To look is no reason to make a file.
    if (request.file !== undefined || request.agent !== undefined) throw new UsageError(`There is no ${file}.`);
    if (request.json) out.line(safeJson(trustJson(file, [], Date.now()), 2));
    else out.line(`Nothing is remembered yet: there is no ${safeLine(file)}.`);
    return EXIT.ok;
  }
  try {
    await using trust = await openTrust({ file });
    if (request.action === 'reset') await reset(trust, request, { out });
    else show(trust, request, file, { out });
    return EXIT.ok;
  } catch (cause) {
    if (cause instanceof StoreError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
}

function show({ cache }: LastingTrust, request: TrustRequest, file: string, { out }: Pick<Streams, 'out'>): void {
  const now = Date.now();
  const agents = chosen(agentsIn(cache, request.claim), request.agent);
  if (request.json) return out.line(safeJson(trustJson(file, agents, now), 2));
  if (request.action === 'list') return reportList(agents, now, out);
  if (agents.length === 0) out.line('No agent is remembered.');
  for (const [index, agent] of agents.entries()) {
    if (index > 0) out.line();
    reportAgent(agent, now, out);
  }
}

async function reset(trust: LastingTrust, request: TrustRequest, { out }: Pick<Streams, 'out'>): Promise<void> {
  const { agent, claim } = request;
  const agents = chosen(agentsIn(trust.cache, claim), agent);
  if (agent !== undefined && agents.length > 1) {
    const names = agents.map(({ cardUrl }) => cardUrl).join(', ');
    throw new UsageError(`${agent} is the beginning of several: ${names}. Name one of them.`);
  }
  const cardUrl = agent === undefined ? undefined : agents[0]?.cardUrl;
  trust.cache.reset({ cardUrl, claim });
  await trust.flush();
  const claims = agents.reduce((sum, each) => sum + each.claims.length, 0);
  const refused = agents.reduce((sum, each) => sum + each.refusals.length, 0);
  if (request.json)
    return out.line(safeJson({ schemaVersion: 1, agents: agents.map((each) => each.cardUrl), claims }, 2));
  const all = agents.length === 1 ? '1 agent' : `${agents.length} agents`;
  const whose = agent === undefined ? all : safeLine(cardUrl ?? '');
  out.line(`Forgot ${claims === 1 ? '1 claim' : `${claims} claims`} of ${whose}.`);
  if (refused > 0) out.line(`What was refused to it stays refused: ${refused === 1 ? '1 task' : `${refused} tasks`}.`);
}

/** The agents meant: the one of that name, or those that it is the beginning of. */
function chosen(agents: readonly AgentMemory[], given: string | undefined): readonly AgentMemory[] {
  if (given === undefined) return agents;
  const wanted = /^https?:\/\//i.test(given) ? [safeUrl(given)] : [`https://${given}`, `http://${given}`];
  const exact = agents.filter(({ cardUrl }) => wanted.includes(cardUrl));
  if (exact.length > 0) return exact;
  const begun = agents.filter(({ cardUrl }) =>
    wanted.some(
      (each) => cardUrl.startsWith(each) && (each.endsWith('/') || /^[/?:]/.test(cardUrl.slice(each.length))),
    ),
  );
  if (begun.length > 0) return begun;
  // What all of them begin with would make all of them alike.
  const names = agents.map(({ cardUrl }) => URL.parse(cardUrl)?.host ?? cardUrl);
  const hint = didYouMean(URL.parse(wanted[0] ?? given)?.host ?? given, [...new Set(names)]);
  throw new UsageError(`Nothing is remembered of ${given}.${hint || ' probity trust list shows all.'}`);
}
