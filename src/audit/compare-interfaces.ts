import type { PlayedInterface } from './audit-interfaces.ts';

/** Compares how the interfaces of one agent behave. */
export function compareInterfaces(played: readonly PlayedInterface[]): readonly PlayedInterface[] {
  return played;
}
