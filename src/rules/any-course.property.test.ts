import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { strengthOf } from '../lifecycle/finding.ts';
import { createMonitor } from '../lifecycle/monitor.ts';
import { newPeerRecord } from '../lifecycle/peer-record.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import type { Rule } from '../lifecycle/rule.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import type { Defect } from '../protocol/defect.ts';
import { ERROR_CODES } from '../protocol/error-code.ts';
import type { Observation, RequestFacts, Vantage } from '../protocol/observation.ts';
import { BINDINGS, DIALECTS, OPERATIONS } from '../protocol/operation.ts';
import { TASK_STATES } from '../protocol/task-state.ts';
import { RULES } from './catalogue.ts';

/** How many courses are tried; a deep run asks for more. */
const RUNS = Number(process.env['PROBITY_RUNS'] ?? 400);

describe('the monitor with every rule, on any course whatever', () => {
  it('never throws, and tells a rule again only if it is surer or weighs more', () => {
    fc.assert(
      fc.property(course, ({ claims, observations }) => {
        const { task, findings } = judge(claims, observations);
        const told = new Map<string, number>();
        for (const { rule, certainty, severity } of findings) {
          const strength = strengthOf(certainty, severity);
          assert.ok(strength > (told.get(rule) ?? -1), rule);
          told.set(rule, strength);
        }
        assert.ok((task.found?.size ?? 0) <= RULES.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells no suspicion as an error, and nothing less once it is certain', () => {
    fc.assert(
      fc.property(course, ({ claims, observations }) => {
        const certain = new Set<string>();
        for (const { rule, certainty, severity } of judge(claims, observations).findings) {
          if (certainty === 'suspected') {
            assert.notEqual(severity, 'error');
            assert.ok(!certain.has(rule), rule);
          } else {
            certain.add(rule);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('finds the same again, under another secret too', () => {
    fc.assert(
      fc.property(course, ({ claims, observations }) => {
        const first = judge(claims, observations, [1, 2]).findings;
        assert.deepEqual(judge(claims, observations, [1, 2]).findings, first);
        assert.deepEqual(judge(claims, observations, [-77, 12345]).findings, first);
      }),
      { numRuns: RUNS },
    );
  });

  it('finds the same if clauses are tried without the facts that they need', () => {
    const reckless = RULES.map((rule) => ({ ...rule, clauses: rule.clauses.map((part) => ({ ...part, needs: 0 })) }));
    fc.assert(
      fc.property(course, ({ claims, observations }) => {
        const found = judge(claims, observations).findings.map(({ rule, certainty }) => `${certainty} ${rule}`);
        const all = judge(claims, observations, [3, 4], reckless).findings;
        assert.deepEqual(
          all.map(({ rule, certainty }) => `${certainty} ${rule}`),
          found,
        );
      }),
      { numRuns: RUNS },
    );
  });
});

function judge(
  claims: Claims,
  observations: readonly Observation[],
  key: readonly [number, number] = [3, 4],
  catalogue: readonly Rule[] = RULES,
) {
  const rules = compileRules(catalogue, claims.dialect, claims.binding);
  const task = newTaskRecord({ claims, rules, record: newPeerRecord() });
  const monitor = createMonitor({ key });
  return { task, findings: observations.flatMap((seen) => monitor.step(task, seen)) };
}

type Claims = ReturnType<typeof newTaskRecord>['peer']['claims'];

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const one = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const flag = maybe(fc.boolean());

/** Few ids and texts, so that coincidences happen; and some of every shape. */
const id = one('t1', 't1', 't1', 't2', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '', '\u202e\0');
const text = fc.oneof(
  one('', 'a', 'aaaaaaaa', 'aaaaaaaaaaaaaaaa', ' \n', 'state 3', 'at f (/srv/x.js:1:2)'),
  fc.string(),
);
const mode = one('text/plain', 'application/json', 'image/png', 'text', '*/*', 'text/*', '');
const timestamp = maybe(
  fc.oneof(
    fc.integer({ min: 0, max: 50 }).map((second) => new Date(1_767_225_600_000 + second * 700).toISOString()),
    one('', 'yesterday', '2001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-02-31T25:61:61Z', '-1'),
  ),
);
const contextId = maybe(one('c1', 'c1', 'c2'));
const state = one(...TASK_STATES);

const part = fc.oneof(
  fc.record({ text, mediaType: maybe(mode) }),
  fc.record({ raw: text }),
  fc.record({ url: text }),
  fc.record({ data: fc.jsonValue() }),
  fc.record({ text, filename: text }),
  fc.constant({}),
);
const message = fc.record({
  messageId: maybe(one('m1', 'm2')),
  role: maybe(one('user', 'agent')),
  contextId,
  parts: fc.array(part, { maxLength: 3 }),
  extensions: maybe(fc.constant(['https://ext.example/1'])),
});
const artifact = fc.record({ artifactId: id, parts: fc.array(part, { maxLength: 3 }) });
const task = fc.record({
  id,
  contextId,
  state,
  timestamp,
  statusMessage: maybe(message),
  artifacts: maybe(fc.array(artifact, { maxLength: 3 })),
  history: maybe(fc.array(message, { maxLength: 3 })),
  raw: fc.constant({}),
});
const config = fc.record({
  id: maybe(id),
  taskId: maybe(id),
  url: maybe(one('http://127.0.0.1/', 'https://h.example/')),
});

/** What is seen, without where and when. */
const sight: fc.Arbitrary<object> = fc.oneof(
  fc.record({ kind: fc.constant('asked') }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('task'), task }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      taskId: maybe(id),
      contextId,
      state,
      timestamp,
      message: maybe(message),
      final: flag,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('artifact'),
      taskId: maybe(id),
      contextId,
      artifact,
      append: fc.boolean(),
      lastChunk: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('message'), message }),
  fc.record({
    kind: fc.constant('error'),
    name: one(...ERROR_CODES.map(({ name }) => name), 'Unauthenticated' as const, 'other' as const),
    code: maybe(fc.integer()),
    httpStatus: one(200, 400, 401, 404, 429, 500, 504),
    message: text,
    data: fc.jsonValue(),
  }),
  fc.record({ kind: fc.constant('failure'), reason: one('reset', 'timeout', 'unreadable'), message: text, sent: flag }),
  fc.record({ kind: fc.constant('open') }),
  fc.record({ kind: fc.constant('close'), by: one('peer', 'caller', 'broken') }),
  fc.record({ kind: fc.constant('silence'), bound: fc.constant({ ms: 15_000, source: 'default' }) }),
  fc.record({
    kind: fc.constant('defect'),
    defect: one<Defect>('envelope', 'field', 'lost-frame', 'not-sse', 'unknown-state', 'credentials', 'rpc-id'),
    detail: text,
  }),
  fc.record({
    kind: fc.constant('list'),
    tasks: fc.array(task, { maxLength: 3 }),
    nextPageToken: maybe(text),
    totalSize: maybe(fc.nat(3)),
    pageSize: maybe(fc.nat(3)),
  }),
  fc.record({ kind: fc.constant('config'), configs: fc.array(config, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('card'), card: fc.constant({}) }),
);

const request = fc.record(
  {
    taskId: id,
    contextId: one('c1', 'c2'),
    messageId: one('m1', 'm2'),
    blocking: fc.boolean(),
    historyLength: one(0, 1, 50),
    inputModes: fc.array(mode, { maxLength: 2 }),
    acceptedOutputModes: fc.array(mode, { maxLength: 2 }),
    includeArtifacts: fc.boolean(),
    pageSize: one(0, 1, 2),
    updatedAfter: one('2026-01-01T00:00:03Z', 'x'),
    version: one('', '1.0', '9.9', 'x'),
    extensions: fc.array(text, { maxLength: 1 }),
    identity: one('alice', 'bob'),
    configId: id,
    pushUrl: one('http://127.0.0.1/', 'https://h.example/', 'no url'),
    pushAuthenticated: fc.boolean(),
    probe: one('unknown-task', 'unknown-method', 'malformed-body', 'missing-member', 'anonymous'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RequestFacts>;

const vantage: fc.Arbitrary<Vantage> = fc.record({
  id: fc.constant(0),
  channel: one('answer', 'stream', 'stream', 'push'),
  operation: one(...OPERATIONS, 'SendStreamingMessage' as const, 'GetTask' as const, 'GetTask' as const),
  asked: fc.oneof(fc.nat(60_000), fc.double({ min: -1e9, max: 1e12, noNaN: true })),
  request,
});

const modes = one<readonly string[]>([], ['text/plain'], ['text/plain', 'application/json'], ['text']);
const claims: fc.Arbitrary<Claims> = fc.record({
  dialect: one(...DIALECTS),
  binding: one(...BINDINGS),
  streaming: flag,
  pushNotifications: flag,
  stateTransitionHistory: flag,
  extendedAgentCard: flag,
  inputModes: modes,
  outputModes: modes,
  inputModesOfEverySkill: modes,
  requiredExtensions: one([], ['https://ext.example/1']),
  anonymousAllowed: fc.boolean(),
  publicAddress: fc.boolean(),
});

/** Any observations of few vantages. Their times need not make sense. */
const anything = fc
  .tuple(
    claims,
    fc.array(vantage, { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(sight, fc.nat(3), fc.nat(20_000)), { size: 'max', maxLength: 40 }),
  )
  .map(([claims, vantages, sights]) => {
    let now = 0;
    const observations = sights.map(([seen, place, later]) => {
      now += later;
      const id = place % vantages.length;
      const vantage = { ...(vantages[id] as Vantage), id };
      return { ...seen, vantage, received: now } as unknown as Observation;
    });
    return { claims, observations };
  });

/** The traces that rules ship with, one after another, with observations left out, doubled and out of place. */
const spoilt = fc
  .tuple(
    claims,
    fc.array(fc.tuple(one(...RULES), fc.boolean()), { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(one('drop', 'double', 'move'), fc.nat(40), fc.nat(40)), { maxLength: 4 }),
  )
  .map(([claims, chosen, edits]) => {
    const traces = chosen.map(([{ pair }, raises]) => (raises ? pair.raises : pair.nearMiss));
    const observations = traces.flatMap((trace, place) => trace.observations.map((seen) => apart(seen, place)));
    for (const [edit, from, to] of edits) {
      const taken = observations[from % observations.length];
      if (taken === undefined) continue;
      if (edit !== 'double') observations.splice(from % observations.length, 1);
      if (edit !== 'drop') observations.splice(to % (observations.length + 1), 0, taken);
    }
    return {
      claims: { ...claims, ...traces[0]?.claims, dialect: claims.dialect, binding: claims.binding },
      observations,
    };
  });

/** Each trace numbers its vantages from 1. */
function apart(seen: Observation, place: number): Observation {
  return { ...seen, vantage: { ...seen.vantage, id: seen.vantage.id + 100 * place } };
}

const course = fc.oneof(anything, { weight: 2, arbitrary: spoilt });
