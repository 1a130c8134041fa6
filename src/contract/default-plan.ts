import { claimsWith } from '../lifecycle/peer-facts.ts';
import { type Binding, DIALECTS, type Dialect } from '../protocol/operation.ts';
import { DEFAULT_BOUNDS, type PlanBounds, silenceBound } from './bounds.ts';
import type { Plan } from './plan.ts';

/** What a plan needs to know of a card; an `AgentCard` is one. */
export interface PlannableCard {
  readonly interfaces: readonly {
    readonly url: string;
    readonly binding: Binding | undefined;
    readonly dialect: Dialect | undefined;
    readonly tenant: string | undefined;
  }[];
  readonly capabilities: {
    readonly streaming: boolean | undefined;
    readonly pushNotifications: boolean | undefined;
    readonly stateTransitionHistory: boolean | undefined;
    readonly extendedAgentCard: boolean | undefined;
    readonly requiredExtensions: readonly string[];
  };
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly defaultTimeout: number | undefined;
}

/** What this client speaks, and what it wants. */
export interface PlanWishes {
  /** Pairs of dialect and binding that are spoken; the card's order of preference decides among them. */
  readonly speaks?: readonly { readonly dialect: Dialect; readonly binding: Binding }[];
  readonly acceptedOutputModes?: readonly string[];
  readonly bounds?: Partial<PlanBounds>;
}

const SPOKEN = DIALECTS.flatMap((dialect) =>
  (['JSONRPC', 'HTTP+JSON'] as const).map((binding) => ({ dialect, binding })),
);

/**
 * The plan that a card's claims allow, with the profile's defaults: the first interface that is spoken, a stream beside
 * an id that is known first where streaming is claimed, reads where it isn't. `undefined` if no interface is spoken.
 */
export function defaultPlan(card: PlannableCard, wishes: PlanWishes = {}): Plan | undefined {
  const speaks = wishes.speaks ?? SPOKEN;
  for (const { url, binding, dialect, tenant } of card.interfaces) {
    if (binding === undefined || dialect === undefined) continue;
    if (!speaks.some((pair) => pair.dialect === dialect && pair.binding === binding)) continue;
    return {
      interface: { url, binding, dialect, tenant },
      claims: claimsWith({
        // A card that doesn't say denies it.
        streaming: card.capabilities.streaming ?? false,
        pushNotifications: card.capabilities.pushNotifications ?? false,
        stateTransitionHistory: card.capabilities.stateTransitionHistory ?? false,
        extendedAgentCard: card.capabilities.extendedAgentCard ?? false,
        requiredExtensions: card.capabilities.requiredExtensions,
        dialect,
        binding,
        inputModes: card.inputModes,
        outputModes: card.outputModes,
      }),
      opening: card.capabilities.streaming === true ? 'id-first' : 'poll',
      reliesOn: [],
      acceptedOutputModes: wishes.acceptedOutputModes ?? [],
      bounds: { ...DEFAULT_BOUNDS, silence: silenceBound(card.defaultTimeout), ...wishes.bounds },
    };
  }
  return undefined;
}
