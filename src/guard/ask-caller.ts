import type { DelegateOptions, Work } from './delegate-options.ts';
import type { Waiting } from './outcome.ts';

export type AnswerHandler = NonNullable<DelegateOptions['answer']>;

/**
 * Asks the caller's handler what to answer. `too-late`: the signal fired first, and nobody waits for it any more.
 *
 * @throws whatever the handler throws
 */
export function askCaller(
  answer: AnswerHandler,
  waiting: Waiting,
  over: AbortSignal,
): Promise<Work | undefined | 'too-late'> {
  return new Promise((resolve, reject) => {
    const late = (): void => resolve('too-late');
    if (over.aborted) return late();
    over.addEventListener('abort', late, { once: true });
    const done = (): void => over.removeEventListener('abort', late);
    void Promise.resolve(answer(waiting)).then(resolve, reject).finally(done);
  });
}
