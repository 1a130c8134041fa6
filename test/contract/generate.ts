import fc from 'fast-check';
import { type AgentCard, readAgentCard } from '../../src/card/agent-card.ts';
import { ACQUIRABLE, type CredentialSource, DEFAULT_PROFILE, type Profile } from '../../src/contract/profile.ts';
import { DEFAULT_TASK_CLASS, NEEDS, type TaskClass } from '../../src/contract/task-class.ts';
import type { KnownOfCard, RememberedTrust } from '../../src/contract/terms/terms.ts';
import { CLAIMS, type Claim } from '../../src/lifecycle/finding.ts';
import { BINDINGS, DIALECTS } from '../../src/protocol/operation.ts';
import type { InterfaceKey, Standing } from '../../src/trust/trust-view.ts';

const MODES = ['text/plain', 'text/*', 'application/json', 'audio/pcm', 'audio/pcm;rate=8000', 'image/png', 'text'];
const EXTENSIONS = ['urn:extension:a', 'urn:extension:b'];
const SCHEMES = ['key', 'token', 'certificate'];
const modes = fc.subarray(MODES);

const requirement = fc
  .subarray(SCHEMES)
  .map((names) => ({ schemes: Object.fromEntries(names.map((name) => [name, { list: [] }])) }));

const skill = fc.record(
  {
    id: fc.constantFrom('one', 'two', 'three'),
    inputModes: modes,
    outputModes: modes,
    securityRequirements: fc.array(requirement, { maxLength: 2 }),
  },
  { requiredKeys: ['id'] },
);

/** Cards of 1.0 whose fields are each valid, in all combinations. */
export const anyCard: fc.Arbitrary<AgentCard> = fc
  .record(
    {
      name: fc.constant('Agent'),
      supportedInterfaces: fc.array(
        fc.record({
          url: fc.constantFrom('https://agent.example/a2a', 'http://localhost:9000/', 'https://other.example/'),
          protocolBinding: fc.constantFrom(...BINDINGS),
          protocolVersion: fc.constantFrom(...DIALECTS),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      capabilities: fc.record(
        {
          streaming: fc.boolean(),
          pushNotifications: fc.boolean(),
          stateTransitionHistory: fc.boolean(),
          extensions: fc.array(fc.record({ uri: fc.constantFrom(...EXTENSIONS), required: fc.boolean() }), {
            maxLength: 2,
          }),
        },
        { requiredKeys: [] },
      ),
      defaultInputModes: modes,
      defaultOutputModes: modes,
      defaultTimeout: fc.constantFrom(1, 30, 600),
      skills: fc.array(skill, { maxLength: 3 }),
      securitySchemes: fc.constant({
        key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
        token: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
        certificate: { mtlsSecurityScheme: {} },
      }),
      securityRequirements: fc.array(requirement, { maxLength: 2 }),
    },
    { requiredKeys: ['name', 'supportedInterfaces'] },
  )
  .map((raw) => readAgentCard(raw) as AgentCard);

const source = fc.constant<CredentialSource>('env:SECRET');
const listener = fc.record({
  url: fc.constantFrom('https://hooks.example/a2a', 'http://10.0.0.7/a2a'),
  tls: fc.constantFrom('server', 'mutual') as fc.Arbitrary<'server' | 'mutual'>,
  auth: fc.subarray(['Bearer', 'Basic']),
});

export const anyProfile: fc.Arbitrary<Profile> = fc.record({
  bindings: fc.subarray([...BINDINGS]),
  versions: fc.subarray([...DIALECTS]),
  input: modes,
  output: modes,
  credentials: fc
    .record({ key: source, bearer: source, mutualTLS: source }, { requiredKeys: [] })
    .map((held): Profile['credentials'] => Object.fromEntries(Object.entries(held))),
  extensions: fc.subarray(EXTENSIONS),
  push: fc.option(listener, { nil: undefined }),
  blockingLimitMs: fc.constantFrom(5_000, 30_000, 3_600_000),
  pollBudgetMs: fc.constantFrom(60_000, 3_600_000),
  signatures: fc.constantFrom('off', 'if-present', 'required') as fc.Arbitrary<Profile['signatures']>,
  acquirable: fc.subarray([...ACQUIRABLE]),
});

export const anyTask: fc.Arbitrary<TaskClass> = fc
  .record(
    {
      skill: fc.constantFrom('one', 'two'),
      input: modes,
      followUp: modes,
      output: modes,
      needs: fc.subarray([...NEEDS], { maxLength: 2 }),
      prefers: fc.subarray([...NEEDS], { maxLength: 2 }),
      streamed: fc.subarray(['audio/pcm', 'image/png']),
      maxDurationMs: fc.constantFrom(1_000, 600_000, 7_200_000),
      singleShot: fc.boolean(),
      bounds: fc.constantFrom('any', 'card') as fc.Arbitrary<'any' | 'card'>,
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...DEFAULT_TASK_CLASS, ...some }));

export const anyKnowledge: fc.Arbitrary<KnownOfCard> = fc.record(
  {
    signature: fc.constantFrom('valid', 'partial', 'unverifiable', 'invalid', 'unsigned') as fc.Arbitrary<
      NonNullable<KnownOfCard['signature']>
    >,
    unread: fc.subarray(['extended-card', 'registry'] as const),
  },
  { requiredKeys: [] },
);

/** A state for each claim of each way of calling. */
export type States = readonly Standing['state'][];
export const anyStates: fc.Arbitrary<States> = fc.array(
  fc.constantFrom<Standing['state']>('unverified', 'verified', 'suspect'),
  { minLength: 40, maxLength: 40 },
);

/** Trust in which every claim has its state by binding and credential. */
export function trustOf(states: States, refused = false): RememberedTrust {
  const slot = ({ binding, credential }: InterfaceKey, claim: Claim): number =>
    CLAIMS.indexOf(claim) + CLAIMS.length * (2 * Number(binding === 'JSONRPC') + Number(credential === undefined));
  return {
    view: {
      standingOf: (at, claim) => {
        const state = states[slot(at, claim)] ?? 'unverified';
        if (state === 'verified') return { state, keptAt: 0, times: 1 };
        return state === 'suspect' ? { state, since: 0, until: 1, rule: 'stream/silent', relapses: 0 } : { state };
      },
      refusalOf: () => (refused ? { at: 0, why: 'it lied' } : undefined),
    },
    cardUrl: 'https://agent.example/.well-known/agent-card.json',
    work: 'w1',
  };
}

/** Some of these changes make a profile able to do more; none takes anything away. */
export const anyWidening: fc.Arbitrary<(profile: Profile) => Profile> = fc.constantFrom<(p: Profile) => Profile>(
  (p) => ({ ...p, bindings: DEFAULT_PROFILE.bindings.concat('GRPC') }),
  (p) => ({ ...p, versions: DIALECTS }),
  (p) => ({ ...p, input: [] }),
  (p) => ({ ...p, input: p.input.length === 0 ? [] : [...p.input, 'application/json'] }),
  (p) => ({ ...p, output: p.output.length === 0 ? [] : [...p.output, 'text/plain'] }),
  (p) => ({ ...p, credentials: { ...p.credentials, token: 'env:TOKEN' } }),
  (p) => ({ ...p, credentials: { ...p.credentials, mutualTLS: 'file:client.pem' } }),
  (p) => ({ ...p, extensions: EXTENSIONS }),
  (p) => ({ ...p, push: p.push ?? { url: 'https://hooks.example/', tls: 'server', auth: ['Bearer'] } }),
  (p) => ({ ...p, push: p.push && { ...p.push, tls: 'mutual' } }),
  (p) => ({ ...p, push: p.push && { ...p.push, auth: ['Bearer', 'Basic'] } }),
  (p) => ({ ...p, push: p.push && { ...p.push, url: 'https://hooks.example/a2a' } }),
  (p) => ({ ...p, blockingLimitMs: p.blockingLimitMs * 1_000 }),
  (p) => ({ ...p, pollBudgetMs: p.pollBudgetMs * 1_000 }),
  (p) => ({ ...p, acquirable: ACQUIRABLE }),
);
