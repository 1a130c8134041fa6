import { createCardCache } from '../../src/card/discovery/card-cache.ts';
import { delegate } from '../../src/guard/delegate.ts';
import type { Work as Answer } from '../../src/guard/delegate-options.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { deviations, type LabOptions, type LabPeer, startLab } from '../../src/lab/index.ts';
import { MATRIX_BOUNDS, STRETCH } from './matrix-bounds.ts';

/** What a guarded caller asks for, and when it changes its mind. */
export interface Work {
  readonly text: string;
  /** Cancels so many ms after the task was opened. */
  readonly cancelAfterMs?: number;
  /** What it answers each question with; types that aren't known are tried. */
  readonly answer?: Answer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Knobs that make a deviation quick enough for a test. */
const quick: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'huge-fields': { kilobytes: 16 },
  'slow-answers': { seconds: 0.06 },
  'zombie-cancel': { seconds: 0.6 },
  'send-cut-off': { seconds: 0.05 },
};

/** The settings of a deviation for tests: its seconds are tenths of one, times `stretch`. */
export function quickly(
  name: string,
  stretch = 1,
): { readonly name: string; readonly knobs: Readonly<Record<string, number>> } {
  const { knobs = {} } = deviations.find((each) => each.name === name) ?? {};
  const { seconds, ...others } = quick[name] ?? ('seconds' in knobs ? { seconds: 0.1 } : {});
  return { name, knobs: seconds === undefined ? others : { ...others, seconds: seconds * stretch } };
}

/** Delegates work to a peer of the lab and closes it behind. */
export async function delegated(
  options: LabOptions,
  { text, cancelAfterMs, answer, headers }: Work,
): Promise<{ readonly outcome: Outcome; readonly peer: LabPeer }> {
  const peer = await startLab({ stepMs: 20 * STRETCH, ...options });
  let timer: NodeJS.Timeout | undefined;
  try {
    const running = delegate(peer.cardUrl, text, {
      bounds: MATRIX_BOUNDS,
      // Another peer may have had this port a moment ago.
      cards: createCardCache(),
      ...(headers === undefined ? {} : { headers }),
      ...(answer === undefined ? {} : { answer: () => answer, bridge: false, unknownModes: 'try' as const }),
      onEvent: ({ kind }) => {
        if (kind === 'opened' && cancelAfterMs !== undefined)
          timer = setTimeout(() => running.cancel(), cancelAfterMs * STRETCH);
      },
    });
    return { outcome: await running.outcome, peer };
  } finally {
    clearTimeout(timer);
    await peer.close();
  }
}

/** The findings of an outcome that call its agent wrong. */
export function errorsOf({ findings }: Outcome): readonly string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ rule, because }) => `${rule}: ${because}`);
}
