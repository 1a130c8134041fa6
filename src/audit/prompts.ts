import type { Part } from '../protocol/model.ts';

/** What an agent has to be made to do. `answer` is what it gets when it asks. */
export const PROMPT_KINDS = ['quick', 'slow', 'asks', 'fails', 'file', 'message', 'answer'] as const;
export type PromptKind = (typeof PROMPT_KINDS)[number];

/** Something to say: a text, or parts. */
export type Prompt = string | readonly Part[];

/** What to say to an agent, by what it makes the agent do. */
export type Prompts = { readonly [kind in PromptKind]?: Prompt };

/** Harmless things that nearly any agent can be asked. Nothing of the kind makes an agent fail. */
const GENERIC = {
  quick: 'Hello! Please reply with one short sentence.',
  slow: 'Please count from 1 to 40 in words, one number a line, each with a short remark. Take your time.',
  asks: 'I would like your help with something, but before you begin, ask me for the details that you need.',
  file: 'Please write a short note about the weather and return it as a file named note.txt.',
  answer: 'Whatever you think is best; please go on with that.',
} as const;

/**
 * What to say, and what the user said about it: `given` names the kinds that are known to do what they are for. One
 * message for everything does for each kind that nothing else is known of.
 */
export class PromptBook {
  readonly #given: Prompts;
  readonly #message: Prompt | undefined;
  readonly #asText: boolean;

  /** @param inputModes of the card; empty if it lists none */
  constructor(given: Prompts, message: Prompt | undefined, inputModes: readonly string[]) {
    this.#given = given;
    this.#message = message;
    this.#asText = inputModes.length === 0 || inputModes.some((mode) => /^(text(\/(plain|\*))?|\*(\/\*)?)$/.test(mode));
  }

  /** The parts to send; `undefined` where nothing is known that could do. */
  partsFor(kind: PromptKind): readonly Part[] | undefined {
    const prompt = this.#promptFor(kind);
    return typeof prompt === 'string' ? [this.#part(prompt)] : prompt;
  }

  /** Whether the user said what makes this agent do that. */
  isGiven(kind: PromptKind): boolean {
    return this.#given[kind] !== undefined;
  }

  #promptFor(kind: PromptKind): Prompt | undefined {
    const given = this.#given[kind];
    if (given !== undefined) return given;
    if (this.#message !== undefined && kind !== 'fails' && kind !== 'message') return this.#message;
    return kind in GENERIC ? GENERIC[kind as keyof typeof GENERIC] : undefined;
  }

  #part(text: string): Part {
    return this.#asText ? { text, mediaType: 'text/plain' } : { data: { text }, mediaType: 'application/json' };
  }
}

/** What a prompt of each kind makes an agent do. */
export const WHAT_IT_MAKES: Readonly<Record<PromptKind, string>> = {
  quick: 'answer',
  slow: 'work for some seconds',
  asks: 'ask for input',
  fails: 'fail',
  file: 'return a file',
  message: 'answer with a message',
  answer: 'go on',
};
