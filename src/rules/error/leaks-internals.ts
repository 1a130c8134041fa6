import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Message } from '../../protocol/model.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';

/** The pattern shows it; whether it is the agent's own code that is shown, its vendor knows. */
export const leaksInternals: Rule = {
  id: 'error/leaks-internals',
  title: 'An error shows internals',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading:
      'Stack traces, file paths, class names and addresses of inner services do not belong in an error. Nothing in the text says so; 3.3.2 only guards the existence of resources. What we sent ourselves does not count.',
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
  },
  certainty: 'suspected',
  why: 'Attackers learn what runs inside, and callers see noise instead of a reason.',
  remedy: 'Send a short message and a request id, and log the rest.',
  clauses: [
    clause(
      'error',
      (seen) => (leakIn(wordsOf(seen)) === undefined ? undefined : 'suspected'),
      (seen) => `the error shows ${leakIn(wordsOf(seen))}`,
    ),
    clause(
      'status',
      (seen) => (seen.state === 'failed' && leakIn(textsOf(seen.message)) !== undefined ? 'suspected' : undefined),
      (seen) => `the message of the failure shows ${leakIn(textsOf(seen.message))}`,
      { needs: FACT.terminal },
    ),
    clause(
      'task',
      ({ task }) =>
        task.state === 'failed' && leakIn(textsOf(task.statusMessage)) !== undefined ? 'suspected' : undefined,
      ({ task }) => `the message of the failure shows ${leakIn(textsOf(task.statusMessage))}`,
      { needs: FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) =>
      s
        .send()
        .error('InternalError', { message: 'TypeError: x is undefined\n    at handle (/srv/agent/src/run.js:12:7)' }),
    ),
    nearMiss: scene((s) =>
      s.send().error('InvalidParams', { message: 'the member message.parts at line 3 is missing' }),
    ),
  },
};

/** Longer texts aren't searched to their end. */
const MOST = 8_192;
const LEAKS: readonly (readonly [RegExp, string])[] = [
  [/\bat [^\n]{1,200}:\d+:\d+\)?/, 'a line of a stack trace'],
  [/\bat [\w.$]{1,200}\([\w.]{1,100}(?::\d+)?\)/, 'a line of a stack trace'],
  [/File "[^"\n]{1,300}", line \d+/, 'a line of a stack trace'],
  [/Traceback \(most recent call last\)/, 'a stack trace'],
  [/\bnode_modules\//, 'a path of its source'],
  [/(?:^|[\s"'(])\/(?:home|usr|srv|opt|var|app|root)\/[\w./-]{1,300}/, 'a path on its machine'],
  [/\w{2,20}:\/\/[^\s:@/]{1,100}:[^\s@/]{1,100}@/, 'a connection with its password'],
];

function wordsOf({ message, data }: ErrorSeen): readonly string[] {
  return [message, typeof data === 'string' ? data : ''];
}

function textsOf(message: Message | undefined): readonly string[] {
  return (message?.parts ?? []).map(({ text = '' }) => text);
}

function leakIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const part = text.slice(0, MOST);
    for (const [pattern, what] of LEAKS) if (pattern.test(part)) return what;
  }
  return undefined;
}
