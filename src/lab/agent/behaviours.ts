import type { Message, Part } from '../model.ts';
import type { TaskEntry } from './task-entry.ts';

/** One piece of work on a task. */
export interface Run {
  readonly entry: TaskEntry;
  readonly message: Message;
  /** Waits that many steps; throws `Stopped` when the task is canceled meanwhile. */
  pause(steps: number): Promise<void>;
}

/** Thrown through a behaviour whose task was canceled. */
export class Stopped extends Error {
  constructor() {
    super('The run was stopped.');
    this.name = 'Stopped';
  }
}

type Behaviour = (run: Run, words: readonly string[]) => Promise<void>;

/** The answer comes a quarter of a step after the start, as from the official samples. */
const short = 0.25;

const firstWords: Readonly<Record<string, Behaviour>> = {
  slow: (run, words) => pieces(run, 'slow', 'tick', Number(words[1]) || 8, 1),
  clarify: async ({ entry }) => entry.setState('input-required', 'which one?'),
  auth: async ({ entry }) => entry.setState('auth-required', 'log in first'),
  fail: async ({ entry }) => entry.setState('failed', 'failed on purpose'),
  reject: async ({ entry }) => entry.setState('rejected', 'rejected on purpose'),
  data: (run) => answer(run, dataOf(run.message) ?? { data: {}, mediaType: 'application/json' }),
};

/** Does the work that the message asks for, from `working` to where it ends or waits. */
export async function work(run: Run): Promise<void> {
  const resumed = run.entry.task.status.state !== 'submitted';
  run.entry.setState('working', 'working on it');
  await run.pause(short);
  const data = dataOf(run.message);
  const words = textOf(run.message).trim().split(/\s+/);
  if (data !== undefined) await answer(run, data);
  else if (resumed) await answer(run, plain(`resumed with: ${textOf(run.message)}`));
  else {
    const behaviour = firstWords[words[0]?.replace(/[:,]$/, '') ?? ''];
    await (behaviour ?? ((any) => pieces(any, 'answer', 'chunk', 3, short)))(run, words);
  }
}

/** The media type of what the work on this message will produce. */
export function outputMode(message: Message): string {
  return dataOf(message) !== undefined || /^data\b/.test(textOf(message).trim()) ? 'application/json' : 'text/plain';
}

/** Whether the message asks for an answer without a task. */
export function asksForMessage(message: Message): boolean {
  return /^message\b/.test(textOf(message).trim());
}

async function pieces(run: Run, artifactId: string, word: string, count: number, steps: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    run.entry.addPart(artifactId, plain(`${word} ${i} `), { append: i > 0, lastChunk: i === count - 1 });
    await run.pause(steps);
  }
  run.entry.setState('completed');
}

async function answer(run: Run, part: Part): Promise<void> {
  run.entry.addPart('answer', part, { append: false, lastChunk: true });
  await run.pause(short);
  run.entry.setState('completed');
}

function plain(text: string): Part {
  return { text, mediaType: 'text/plain' };
}

function textOf(message: Message): string {
  return message.parts.flatMap(({ text }) => text ?? []).join(' ');
}

function dataOf(message: Message): Part | undefined {
  const part = message.parts.find(({ data }) => data !== undefined);
  return part && { data: part.data, mediaType: 'application/json' };
}
