import type { JsonObject, Read } from './model.ts';

/** How requests travel; the names are those that cards use. */
export const bindings = ['JSONRPC', 'HTTP+JSON'] as const;

export type Binding = (typeof bindings)[number];

export interface Interface {
  readonly url: string;
  readonly binding: Binding;
  readonly tenant?: string | undefined;
}

/** An extension of the protocol that an agent speaks. */
export interface Extension {
  readonly uri: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** What an agent claims about itself, free of dialect. */
export interface Card extends Read {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly interfaces: readonly Interface[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  readonly stateTransitionHistory: boolean;
  readonly extendedCard: boolean;
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  /** As written: every dialect writes skills alike. */
  readonly skills: readonly JsonObject[];
  /** Whether callers have to bring a bearer token. */
  readonly bearer?: boolean | undefined;
  readonly extensions?: readonly Extension[] | undefined;
  /** Fields written into the card's capabilities as they are. */
  readonly capabilities?: JsonObject | undefined;
}

/** The card of the lab's honest agent: everything in it is true. */
export const honestCard: Card = {
  name: 'Probity lab agent',
  description: 'Works on demand: the first word of a message says how.',
  version: '1.0.0',
  interfaces: [],
  streaming: true,
  pushNotifications: true,
  stateTransitionHistory: false,
  extendedCard: false,
  inputModes: ['text/plain', 'application/json'],
  outputModes: ['text/plain', 'application/json'],
  skills: [
    skill('chunks', 'Answer in pieces', 'Any other text: three pieces, then completed.', 'hello'),
    skill('slow', 'Work slowly', 'One piece a step for as many steps as asked; can be canceled.', 'slow 8'),
    skill('clarify', 'Ask back', 'Stops for input; the next message on the task completes it.', 'clarify the order'),
    skill('auth', 'Ask for a login', 'Stops for authentication; the next message completes it.', 'auth please'),
    skill('message', 'Answer directly', 'Answers with a message and makes no task.', 'message please'),
    skill('data', 'Echo data', 'Returns the JSON of a data part as an artifact.', 'data please'),
    skill('fail', 'Fail', 'Ends as failed.', 'fail please'),
    skill('reject', 'Reject', 'Ends as rejected.', 'reject please'),
  ],
};

function skill(id: string, name: string, description: string, example: string): JsonObject {
  return { id, name, description, tags: ['lab'], examples: [example] };
}
