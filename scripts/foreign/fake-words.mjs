// What the models of these agents say: pieces at a fixed pace, as the first word of the text asks for. No network, no chance.
import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = Number(process.env.STEP_MS ?? 300);

/** Yields the pieces of an answer. `slow N` has N of them, everything else three; `fail` throws. */
export async function* piecesFor(text, signal) {
  const [first = '', second = ''] = text.trim().toLowerCase().split(/\s+/);
  if (first === 'fail') throw new Error('the model failed on purpose');
  const [name, count] = first === 'slow' ? ['tick', Number(second)] : ['chunk', 3];
  for (let piece = 0; piece < count; piece++) {
    signal?.throwIfAborted();
    yield `${name} ${piece} `;
    await pause(STEP_MS);
  }
}
