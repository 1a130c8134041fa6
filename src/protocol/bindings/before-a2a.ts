/**
 * Statuses that are decided before A2A begins, so that any form of body will do: who may ask, how much and how often, and
 * that a proxy got nothing from the agent.
 */
export const BEFORE_A2A: ReadonlySet<number> = new Set([401, 403, 407, 408, 413, 414, 429, 431, 502, 503, 504]);
