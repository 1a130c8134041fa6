import { fetchCard } from '../../src/card/fetch-card.ts';
import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient, type HttpClient } from '../../src/http/http-client.ts';
import { createInterfaceClient, type InterfaceClient } from '../../src/http/interface-client.ts';
import type { Finding } from '../../src/lifecycle/finding.ts';
import type { MonitorLimits } from '../../src/lifecycle/limits.ts';
import { createMonitor } from '../../src/lifecycle/monitor.ts';
import { newPeerRecord } from '../../src/lifecycle/peer-record.ts';
import { newTaskRecord } from '../../src/lifecycle/record.ts';
import { compileRules } from '../../src/lifecycle/rule-table.ts';
import { type Call, isStreaming } from '../../src/protocol/call.ts';
import { codecFor } from '../../src/protocol/codec-for.ts';
import type { Observation, ObservationKind, ObservationOf, Observe } from '../../src/protocol/observation.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { summary } from '../support/summary.ts';

/** Calls made by hand to the agent behind a card, about one task, and judged by what the card claims. */
export interface Supervised {
  readonly client: InterfaceClient;
  readonly http: HttpClient;
  readonly findings: readonly Finding[];
  /** The ids of the rules that were broken, in order. */
  rules(): readonly string[];
  /** Takes in what is seen by other ways. */
  readonly observe: Observe;
  /** Makes a call and resolves when it is over; `watch` is told of each observation of it. */
  call(call: Call, watch?: Observe): Promise<readonly Observation[]>;
  /** Makes a call that has to be answered by something of this kind. */
  expect<K extends ObservationKind>(kind: K, call: Call): Promise<ObservationOf<K>>;
  close(): Promise<void>;
}

/** Waits as short as agents with steps of some 20 ms allow. */
const LIMITS: Partial<MonitorLimits> = { settleGapMs: 30, inFlightGraceMs: 100, closeMs: 200, pushMs: 100 };

export async function supervise(target: string, limits: Partial<MonitorLimits> = {}): Promise<Supervised> {
  const http = createHttpClient({ allow: anyAddress });
  const { card } = await fetchCard(target, { http });
  const negotiation = checkCardNegotiable(card);
  if (!('plan' in negotiation)) throw new Error(`The card at ${target} offers nothing that is spoken here.`);
  const { plan } = negotiation;
  const { dialect, binding, url } = plan.interface;
  const client = createInterfaceClient({ http, codec: codecFor(dialect, binding), endpoint: { url } });
  const monitor = createMonitor({ limits: { ...LIMITS, ...limits } });
  const peer = { claims: plan.claims, rules: compileRules(RULES, dialect, binding), record: newPeerRecord() };
  const record = newTaskRecord(peer);
  const findings: Finding[] = [];
  const observe: Observe = (seen) => void findings.push(...monitor.step(record, seen));

  const call: Supervised['call'] = async (one, watch) => {
    const own: Observation[] = [];
    const see: Observe = (seen) => {
      own.push(seen);
      observe(seen);
      watch?.(seen);
    };
    if (!isStreaming(one.operation)) {
      await client.ask(one, see);
      return own;
    }
    await new Promise<void>((resolve) => {
      client.listen(one, (seen) => {
        see(seen);
        const answered = seen.vantage.channel === 'answer' && seen.kind !== 'defect' && seen.kind !== 'asked';
        if (seen.kind === 'close' || answered) resolve();
      });
    });
    return own;
  };

  return {
    client,
    http,
    findings,
    observe,
    call,
    rules: () => findings.map(({ rule }) => rule),
    async expect(kind, one) {
      const own = await call(one);
      const found = own.find((seen) => seen.kind === kind);
      if (found === undefined) throw new Error(`${one.operation} brought ${summary(own)}, and no ${kind}`);
      return found as ObservationOf<typeof kind>;
    },
    close: () => http.close(),
  };
}
