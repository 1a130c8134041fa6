import { readAgentCard } from '../src/card/agent-card.ts';
import { checkCardNegotiable } from '../src/contract/negotiate.ts';
import type { BenchmarkRow } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'negotiation';

const SKILLS = 50;
const ROUNDS = 200;
const WARM_UP = 50;

/** A card of about 20 kB with 50 skills, each with modes of its own. */
const raw = {
  name: 'Agent',
  description: 'Does many things. '.repeat(10),
  version: '1.0.0',
  supportedInterfaces: ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({
    url: `https://agent.example/${protocolBinding}`,
    protocolBinding,
    protocolVersion: '1.0',
  })),
  capabilities: { streaming: false, pushNotifications: true },
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
  securityRequirements: [{ schemes: { key: { list: [] } } }],
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json'],
  skills: Array.from({ length: SKILLS }, (_, index) => ({
    id: `skill-${index}`,
    name: `Skill ${index}`,
    description: 'One of many things that it does, told in a sentence of some length. '.repeat(3),
    tags: ['one', 'two', 'three'],
    inputModes: ['text/plain', `application/vnd.in-${index}+json`],
    outputModes: [`application/vnd.out-${index}+json`, 'image/png'],
  })),
};

const KINDS = [
  ['accepted', {}],
  ['last skill of 50', { output: [`application/vnd.out-${SKILLS - 1}+json`] }],
  ['refused', { output: ['audio/pcm'], needs: ['streaming'] }],
] as const;

/** What it takes to decide over a card before a task is begun, in CPU time. */
export function run(): readonly BenchmarkRow[] {
  const card = readAgentCard(raw);
  if (card === undefined) throw new Error('The card of the benchmark is none.');
  const profile = { credentials: { apiKey: 'env:KEY' } } as const;
  return [
    { name: 'size of the card', value: JSON.stringify(raw).length / 1_000, unit: 'kB' },
    ...KINDS.map(([kind, task]): BenchmarkRow => {
      const times = Array.from({ length: WARM_UP + ROUNDS }, () => {
        const begun = process.cpuUsage();
        for (let round = 0; round < 10; round++) checkCardNegotiable(card, profile, task);
        const { user, system } = process.cpuUsage(begun);
        return (user + system) / 10_000;
      });
      const value = median(times.slice(WARM_UP));
      return { name: `negotiation, ${kind}`, value, unit: 'ms', target: 1, ok: value < 1 };
    }),
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
