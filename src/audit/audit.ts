import { CardError } from '../card/card-error.ts';
import { fetchCard } from '../card/fetch-card.ts';
import { allowHostOf, publicOnly } from '../http/address-policy.ts';
import { anchoredClock } from '../http/clock.ts';
import { isOfOrigin } from '../http/credentials.ts';
import { createHttpClient } from '../http/http-client.ts';
import { Secrets } from '../http/secrets.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditInterfaces } from './audit-interfaces.ts';
import type { AuditOptions } from './audit-options.ts';
import type { AuditReport } from './audit-report.ts';
import { reportOf } from './compile-report.ts';
import { Ending } from './ending.ts';
import { ExchangeLog } from './exchange-log.ts';
import { inspectCard } from './inspect-card.ts';
import { OpenTasks } from './open-tasks.ts';
import { cardFindings } from './outcome.ts';
import { isOwnWord } from './own-words.ts';
import { Pace } from './pace.ts';
import { Receiver } from './receiver.ts';
import { Slots } from './slots.ts';
import { QUICK_TIMES, THOROUGH_TIMES } from './times.ts';

const CONCURRENCY = 32;

/** For each scenario at a time; enough for the question whether an agent is there when all calls to it hang. */
const CONNECTIONS = 8;

/** What stands in the place of a card says something of the agent. */
const SHOWS_SOMETHING: ReadonlySet<string> = new Set([
  'card-not-found',
  'card-not-json',
  'card-not-a-card',
  'card-legacy',
]);

/**
 * Finds out whether the agent at `target` (its base URL, or that of its card) keeps its word: exercises what its card
 * claims, and what it denies, on every interface, and judges what comes back. Resolves with a report whatever happens;
 * `ended` says why one is incomplete. Tasks that it began are cancelled behind it, and named where that fails.
 */
export async function audit(target: string, options: AuditOptions = {}): Promise<AuditReport> {
  const began = anchoredClock();
  const { concurrency = CONCURRENCY } = options;
  const pace = new Pace({ ...(options.quick === true ? QUICK_TIMES : THOROUGH_TIMES), ...options.times });
  const http = createHttpClient({
    allow: options.allow ?? (URL.canParse(target) ? allowHostOf(target) : publicOnly),
    limits: { maxRequestsPerOrigin: CONNECTIONS * concurrency, ...options.limits },
  });
  const receiver = new Receiver(options.push);
  const headers = (given: Readonly<Record<string, string>> | undefined) => given ?? {};
  const secrets = new Secrets([headers(options.headers), headers(options.secondHeaders)]);
  // An agent may repeat anywhere what it was sent.
  const masked = <T>(told: T): T => secrets.within(told, isOwnWord);
  const emit = (event: AuditEvent): void => options.onEvent?.(masked(event));
  const ending = new Ending(options.signal);
  if (options.budgetMs !== undefined) ending.after(options.budgetMs);
  const finish = (parts: Omit<Parameters<typeof reportOf>[0], 'ended' | 'pace' | 'durationMs'>): AuditReport => {
    const report = masked(reportOf({ ...parts, ended: ending.end, pace, durationMs: anchoredClock() - began }));
    options.onEvent?.({ kind: 'done', report });
    return report;
  };
  const origins = [target, ...(options.headerOrigins ?? [])];
  const log = new ExchangeLog(http, secrets, anchoredClock);
  const inspection = {
    target,
    log,
    credentials: [{ origins, headers: headers(options.headers) }],
    signal: ending.signal,
  };
  const findingsOfCard = async () => cardFindings(await inspectCard(inspection), log, began);
  try {
    const fetched = await fetchCard(target, { http, headers: headers(options.headers), signal: ending.signal }).catch(
      (error: unknown) => {
        if (error instanceof CardError) return error;
        throw error;
      },
    );
    if (fetched instanceof CardError) {
      // Of a host that can't be reached, a second look shows nothing more.
      const looks = !ending.signal.aborted && SHOWS_SOMETHING.has(fetched.code);
      const findings = looks ? await findingsOfCard() : [];
      if (!ending.signal.aborted) ending.now({ code: 'no-card', message: fetched.message });
      return finish({ peer: undefined, played: [], left: [], findings });
    }
    const { card, url } = fetched;
    const openTasks = new OpenTasks();
    const result = await auditInterfaces(card, {
      options,
      pace,
      began,
      cardUrl: url,
      inspectCard: () => inspectCard(inspection),
      findingsOfCard,
      log,
      headersFor: (to, given) => (isOfOrigin(to, origins) ? headers(given) : {}),
      slots: new Slots(concurrency),
      openTasks,
      receiver,
      ending,
      emit,
    });
    const left = await openTasks.left(ending.end?.code === 'agent-lost');
    for (const task of left) emit({ kind: 'left', task });
    return finish({ ...result, left });
  } catch (fault) {
    // A fault of ours ends what is still under way.
    ending.now({ code: 'interrupted', message: 'The audit was interrupted by a fault of its own.' });
    throw fault;
  } finally {
    ending.stop();
    await receiver.close();
    await http.close();
  }
}
