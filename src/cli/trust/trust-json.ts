import { type AgentMemory, interfacesOf } from './agent-memory.ts';

/** The shape of the JSON that `trust` writes. It grows without a new number; it changes only with one. */
const SCHEMA_VERSION = 1;

/** What is remembered, for programs. Times are in ms since the epoch. */
export function trustJson(file: string, agents: readonly AgentMemory[], now: number): unknown {
  return { schemaVersion: SCHEMA_VERSION, file, now, agents: agents.map(agentJson) };
}

function agentJson(agent: AgentMemory) {
  return {
    cardUrl: agent.cardUrl,
    cardSeenAt: agent.cardAt ?? null,
    interfaces: interfacesOf(agent).map(([key, claims]) => ({
      url: key.interfaceUrl,
      binding: key.binding,
      dialect: key.dialect,
      tenant: key.tenant ?? null,
      credential: key.credential ?? null,
      claims: claims.map(({ row: { claim, record }, standing }) => ({
        claim,
        ...standing,
        demotions: record.demotions,
        doubts: record.doubts.map(({ rule, at }) => ({ rule, at })),
        seenAt: record.seenAt,
      })),
    })),
    modes: agent.modes.map(({ turn, accepted, at }) => ({
      mode: turn.mode,
      turn: turn.kind,
      skill: turn.skill ?? null,
      accepted,
      at,
    })),
    refusals: agent.refusals.map(({ work, why, at }) => ({ work, why, at })),
  };
}
