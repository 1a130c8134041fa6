import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentCard, AgentInterface } from '../card/agent-card.ts';
import { anchoredClock } from '../http/clock.ts';
import { urlsWithoutSecrets } from '../http/without-secrets.ts';
import { didYouMean } from '../options/did-you-mean.ts';
import type { FailureSeen } from '../protocol/observation.ts';
import { AgentWatch } from './agent-watch.ts';
import type { AuditEvent } from './audit-event.ts';
import type { AuditOptions } from './audit-options.ts';
import type { AuditedPeer, AuditFinding, UntestedReport } from './audit-report.ts';
import { Calls } from './calls.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import { compareInterfaces } from './compare-interfaces.ts';
import { type Counterpart, namesOf } from './counterpart.ts';
import type { Ending } from './ending.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { lostWords } from './failure-words.ts';
import { type OpenedInterface, openInterface } from './open-interface.ts';
import type { OpenTasks } from './open-tasks.ts';
import { openingOutcome, type ScenarioOutcome } from './outcome.ts';
import type { Pace } from './pace.ts';
import { type PlayOptions, play } from './play.ts';
import { PromptBook } from './prompts.ts';
import type { Receiver } from './receiver.ts';
import { turnedAwayWords } from './reception.ts';
import type { FoundInRun } from './run-scenario.ts';
import { OPENING_ID } from './scenario-ids.ts';
import { SCENARIOS } from './scenarios/index.ts';
import type { Slots } from './slots.ts';

/** So long after each other scenarios begin, so that the agent's first answers tell how fast it is, not how busy. */
const STAGGER_MS = 20;

/** How long the first answers are waited for before something else is done meanwhile. */
const PATIENCE_MS = 4_000;

/** What became of one interface. */
export interface PlayedInterface {
  readonly counterpart: Counterpart;
  readonly outcomes: readonly ScenarioOutcome[];
}

/** What an audit works with, whichever interface it is about. */
export interface AuditTools {
  readonly options: AuditOptions;
  readonly pace: Pace;
  readonly began: number;
  readonly cardUrl: string;
  readonly inspectCard: () => Promise<readonly FoundInRun[]>;
  readonly findingsOfCard: () => Promise<readonly AuditFinding[]>;
  readonly log: ExchangeLog;
  readonly headersFor: (
    url: string,
    given: Readonly<Record<string, string>> | undefined,
  ) => Readonly<Record<string, string>>;
  readonly slots: Slots;
  readonly openTasks: OpenTasks;
  readonly receiver: Receiver;
  readonly ending: Ending;
  readonly emit: (event: AuditEvent) => void;
}

/** Plays all scenarios on all chosen interfaces, side by side, and compares the interfaces. */
export async function auditInterfaces(card: AgentCard, tools: AuditTools) {
  const { options, emit, ending } = tools;
  const names = namesOf(card.interfaces);
  const chosen = card.interfaces.map((face, index) => {
    const name = names[index] ?? face.url;
    return { face, name, wanted: isWanted(face, name, options.interfaces) };
  });
  const peer: AuditedPeer = {
    name: card.name,
    version: card.version,
    cardUrl: tools.cardUrl,
    interfaces: chosen.map(({ face, name, wanted }) => ({ name, url: face.url, audited: wanted })),
  };
  emit({ kind: 'card', peer });
  const unspoken: UntestedReport[] = [];
  const opening = Promise.all(
    chosen
      .filter(({ wanted }) => wanted)
      .map(async ({ face, name }) => {
        const { log, pace } = tools;
        const headers = tools.headersFor(face.url, options.headers);
        const result = await openInterface(card, face, name, {
          log,
          pace,
          headers,
          signal: ending.signal,
          publicAddress: options.publicAddress,
        });
        if (typeof result !== 'string') return [result];
        unspoken.push({ claim: 'interfaces', interface: name, scenario: OPENING_ID, reason: result });
        return [];
      }),
  );
  // What the card is worth is looked at meanwhile where nobody answers.
  const looked = afterPatience(opening, tools.findingsOfCard);
  const spoken = (await opening).flat();
  let findings: readonly AuditFinding[] = [];
  if (spoken.length === 0) {
    findings = await (looked() ?? tools.findingsOfCard());
    const why = unspoken.map(({ interface: name, reason }) => `${name}: ${reason}`).join('; ');
    const message = chosen.some(({ wanted }) => wanted)
      ? `No interface of the agent could be spoken to. ${why}`.trim()
      : noneNamed(options.interfaces ?? [], peer.interfaces);
    ending.now({ code: 'no-interface', message });
  }
  const plans = spoken.map((one, index) => ({
    one,
    scenarios: chooseScenarios(SCENARIOS, one.counterpart.claims, options).filter(
      ({ once, effects }) => index === 0 || !(once === true || (options.safe === true && effects !== 'nothing')),
    ),
  }));
  emit({ kind: 'planned', scenarios: plans.reduce((sum, { scenarios }) => sum + scenarios.length, 0) });
  const lost = new Set<OpenedInterface>();
  const played = await Promise.all(
    plans.map(async ({ one, scenarios }): Promise<PlayedInterface> => {
      const playing = playOptions(card, one, tools, (instead) => {
        lost.add(one);
        // Where another interface still answers, the audit goes on with that.
        if (lost.size === spoken.length) ending.now({ code: 'agent-lost', message: lostWords(instead) });
      });
      const outcomes = await Promise.all(
        scenarios.map(async (scenario, index) => {
          await sleep(index * STAGGER_MS, undefined, { signal: ending.signal }).catch(() => undefined);
          return play(scenario, playing);
        }),
      );
      return { counterpart: one.counterpart, outcomes: [openingOutcome(one, playing), ...outcomes] };
    }),
  );
  const receptions = new Set(played.flatMap(({ outcomes }) => outcomes.map(({ reception }) => reception)));
  if (receptions.has('turned-away') && !receptions.has('answered')) {
    const credentials = Object.keys(options.headers ?? {}).length > 0;
    ending.now({ code: 'turned-away', message: `Every call was turned away: ${turnedAwayWords({ credentials })}.` });
  }
  return { peer, unspoken, findings, played: compareInterfaces(played) };
}

/** Begins something once that has taken its time. @returns tells what was begun, if it was */
function afterPatience<T>(that: Promise<unknown>, begin: () => Promise<T>): () => Promise<T> | undefined {
  let begun: Promise<T> | undefined;
  const timer = setTimeout(() => {
    begun = begin();
    begun.catch(() => undefined);
  }, PATIENCE_MS);
  const stop = (): void => clearTimeout(timer);
  that.then(stop, stop);
  return () => begun;
}

function playOptions(
  card: AgentCard,
  { counterpart }: OpenedInterface,
  tools: AuditTools,
  onLost: (instead: FailureSeen) => void,
): PlayOptions {
  const { options, log, pace, ending, headersFor } = tools;
  const { url } = counterpart.endpoint;
  const headers = {
    first: headersFor(url, options.headers),
    second: headersFor(url, options.secondHeaders),
    anonymous: {},
    stranger: strangersHeaders(headersFor(url, options.headers)),
  };
  const common = { counterpart, log, pace, headers, clock: anchoredClock };
  const lastCalls = new Calls({ ...common, signal: new AbortController().signal });
  const agentWatch = new AgentWatch({
    calls: lastCalls,
    pace,
    signal: ending.signal,
    onSilent: () => tools.emit({ kind: 'silent', interface: counterpart.name }),
    onLost,
  });
  return {
    claims: counterpart.claims,
    card,
    inspectCard: tools.inspectCard,
    publicReceiver: options.push?.publicUrl !== undefined,
    calls: new Calls({ ...common, signal: ending.signal, watch: agentWatch }),
    lastCalls,
    pace,
    log,
    prompts: new PromptBook(options.prompts ?? {}, options.message, counterpart.claims.inputModes),
    means: {
      credentials: Object.keys(headers.first).length > 0,
      secondIdentity: Object.keys(headers.second).length > 0,
      identitiesAreSeparate: options.identitiesAreSeparate === true,
    },
    signal: ending.signal,
    receiver: tools.receiver.open,
    began: tools.began,
    safe: options.safe === true,
    slots: tools.slots,
    openTasks: tools.openTasks,
    agentWatch,
    onEvent: tools.emit,
  };
}

/** Credentials of the same form that nobody was given. */
function strangersHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/\S+$/, 'probity-knows-no-credentials')]),
  );
}

function noneNamed(wanted: readonly string[], there: AuditedPeer['interfaces']): string {
  const names = there.map(({ name }) => name);
  const bindings = names.map((name) => name.split(' ', 1)[0] ?? name);
  const hint = wanted.map((name) => didYouMean(name, [...new Set([...bindings, ...names])])).join('');
  return `No interface of the agent is called ${wanted.join(' or ')}. It lists ${names.join(', ') || 'none'}.${hint}`;
}

function isWanted(face: AgentInterface, name: string, wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  const told = [name, face.protocolBinding, face.protocolVersion, face.url];
  // Reports show URLs without their secrets, and what is taken from there has to do.
  const own = [...told, ...told.map(urlsWithoutSecrets)].map((text) => text.toLowerCase());
  return wanted.some((text) => own.includes(text.toLowerCase()));
}
