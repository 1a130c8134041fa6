import type { AgentCard } from '../card/agent-card.ts';
import { CLAIMS, lesser, type Severity } from '../lifecycle/finding.ts';
import type { Dialect } from '../protocol/operation.ts';
import { buildPlan, planInterface } from './build-plan.ts';
import type { ContractBreach, ContractRule } from './contract-rule.ts';
import type { ContractFinding, Lack, Negotiation, Reason } from './negotiation.ts';
import type { PassedOver, SuspectClaim } from './plan.ts';
import { type Acquirable, DEFAULT_PROFILE, type Profile } from './profile.ts';
import { refuseSlips } from './refuse-slips.ts';
import { CONTRACT_RULES } from './rules/index.ts';
import { DEFAULT_TASK_CLASS, type TaskClass } from './task-class.ts';
import { allTerms, type KnownOfCard, type RememberedTrust, type SpokenInterface, type Terms } from './terms/terms.ts';

/** A breach with the rule that it breaks. */
interface Broken {
  readonly rule: ContractRule;
  readonly breach: ContractBreach;
}

/** One way of talking to the agent, and what speaks against it. */
interface Tried {
  readonly terms: Terms;
  readonly broken: readonly Broken[];
}

/**
 * Decides before a task exists whether a task of that class can be carried through on that agent, and plans how. Pure:
 * nothing is fetched, and equal inputs give equal answers. Never throws, whatever the card says.
 *
 * It refuses exactly where the client could no longer recover without abandoning the task's id. What only an optional
 * path would need is given up; what a field of the profile that can be widened would settle, or a channel that has not
 * been read, is deferred.
 *
 * @param profile what this client can do; what is left out has the value of `DEFAULT_PROFILE`
 * @param task what this kind of task needs; what is left out asks nothing
 * @param trust what is remembered of the agent; without it every claim counts as unverified
 * @throws OptionError where a profile or a task class has a member, or a word, that there is none of
 */
export function checkCardNegotiable(
  card: AgentCard,
  profile: Partial<Profile> = {},
  task: Partial<TaskClass> = {},
  trust?: RememberedTrust,
  known: KnownOfCard = {},
): Negotiation {
  refuseSlips(profile, task);
  const client = { ...DEFAULT_PROFILE, ...profile };
  const kind = { ...DEFAULT_TASK_CLASS, ...task };
  const { best, first } = bestOf(allTerms(card, client, kind, trust, known));
  const findings = best.broken.map((broken) => findingOf(broken, best.terms));
  const { interface: at } = best.terms;
  if (at !== undefined && !isRefused(best)) {
    const plan = buildPlan(best.terms, at, passedOver(first, at));
    const givenUp = best.broken.flatMap(({ rule, breach }) =>
      breach.effect === 'degrades'
        ? [{ what: breach.givesUp ?? rule.title, rule: rule.id, because: breach.because }]
        : [],
    );
    return givenUp.length === 0
      ? { decision: 'accept', plan, findings }
      : { decision: 'degrade', plan, givenUp, findings };
  }
  const reasons = best.broken.filter(({ breach }) => breach.effect === 'refuses').map(reasonOf);
  const refused = (widened: readonly Acquirable[]): boolean =>
    !isAnyOpen(allTerms(card, client, kind, trust, known, widened));
  const needs = lacking(client.acquirable, refused) ?? unreadFor(reasons, known);
  if (needs === undefined) return { decision: 'refuse', reasons, findings };
  return { decision: 'defer', needs, reasons, findings: findings.map(deferred) };
}

/** The way that gives up least. An earlier one is preferred to an equal one: the card lists them by preference. */
function bestOf(ways: Iterable<Terms>): { readonly best: Tried; readonly first: Tried } {
  let best: (Tried & { readonly cost: number }) | undefined;
  let first: Tried | undefined;
  for (const terms of ways) {
    const broken = CONTRACT_RULES.flatMap((rule) => [...rule.check(terms)].map((breach) => ({ rule, breach })));
    const cost = costOf(broken);
    first ??= { terms, broken };
    if (best === undefined || cost < best.cost) best = { terms, broken, cost };
    if (cost === 0) break;
  }
  // The generator always yields: with no interface in common it yields the terms without one.
  return { best: best as Tried, first: first as Tried };
}

/** The interface that the card prefers, where the plan goes by another. */
function passedOver({ terms, broken }: Tried, taken: SpokenInterface): PassedOver | undefined {
  const preferred = terms.interface;
  if (preferred === undefined || preferred.index === taken.index) return undefined;
  const against = broken.filter(({ breach }) => breach.effect !== 'noted').map(({ breach }) => breach.because);
  const suspect = CLAIMS.flatMap((claim): SuspectClaim[] => {
    const { rule, since, until } = terms.suspicion(claim) ?? {};
    return rule === undefined || since === undefined || until === undefined ? [] : [{ claim, rule, since, until }];
  });
  return { interface: planInterface(preferred), because: against, suspect };
}

/** Whether some way is refused by no rule. */
function isAnyOpen(ways: Iterable<Terms>): boolean {
  for (const terms of ways) {
    const refused = CONTRACT_RULES.some((rule) => {
      for (const { effect } of rule.check(terms)) if (effect === 'refuses') return true;
      return false;
    });
    if (!refused) return true;
  }
  return false;
}

/** Any refusal outweighs all that can be given up. */
function costOf(broken: readonly Broken[]): number {
  const counted = { refuses: 1_000, degrades: 1, noted: 0 };
  return broken.reduce((sum, { breach }) => sum + counted[breach.effect], 0);
}

function isRefused({ broken }: Tried): boolean {
  return broken.some(({ breach }) => breach.effect === 'refuses');
}

/** The fields without which it would still be refused, if widening all that can be widened settles it. */
function lacking(
  acquirable: readonly Acquirable[],
  refused: (widened: readonly Acquirable[]) => boolean,
): readonly Lack[] | undefined {
  if (acquirable.length === 0 || refused(acquirable)) return undefined;
  const needed = acquirable.reduce<readonly Acquirable[]>((kept, field) => {
    const without = kept.filter((other) => other !== field);
    return refused(without) ? kept : without;
  }, acquirable);
  return needed.map((field) => ({ kind: 'profile', field }));
}

/** Rules whose breach another description of the same agent could take away. */
const OPEN_TO_NEWS: ReadonlySet<string> = new Set([
  'contract/no-common-interface',
  'contract/no-such-skill',
  'contract/no-common-input-mode',
  'contract/no-common-output-mode',
  'contract/streaming-only-mode',
  'contract/need-denied',
  'contract/resume-modes-disjoint',
  'contract/unobservable-working',
]);

function unreadFor(reasons: readonly Reason[], { unread = [] }: KnownOfCard): readonly Lack[] | undefined {
  if (unread.length === 0 || !reasons.every(({ rule }) => OPEN_TO_NEWS.has(rule))) return undefined;
  return unread.map((channel) => ({ kind: 'channel', channel }));
}

function reasonOf({ rule, breach }: Broken): Reason {
  return { rule: rule.id, path: breach.path ?? rule.path, because: breach.because };
}

/** What may yet be settled is no error. */
function deferred(finding: ContractFinding): ContractFinding {
  if (finding.effect !== 'refuses') return finding;
  return { ...finding, effect: 'defers', severity: lesser(finding.severity, 'warning') };
}

const MOST: Readonly<Record<ContractBreach['effect'], Severity>> = {
  refuses: 'error',
  degrades: 'warning',
  noted: 'note',
};

function findingOf({ rule, breach }: Broken, { interface: at }: Terms): ContractFinding {
  const dialect: Dialect = at?.dialect ?? '1.0';
  const own = rule.perDialect?.[dialect];
  const certainty = rule.certainty === 'suspected' ? 'suspected' : 'certain';
  const severity = lesser(own?.severity ?? rule.severity, MOST[breach.effect]);
  return {
    rule: rule.id,
    severity: certainty === 'suspected' ? lesser(severity, 'warning') : severity,
    certainty,
    basis: own?.basis ?? rule.basis,
    claim: undefined,
    because: breach.because,
    pointer: breach.pointer,
    effect: breach.effect,
  };
}
