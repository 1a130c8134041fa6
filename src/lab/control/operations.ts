import type { IncomingMessage } from 'node:http';
import { deviations } from '../deviations/index.ts';
import { LabError } from '../lab-error.ts';
import { knownTasks, taskFacts } from '../ledger-facts.ts';
import type { ControlOptions } from './control.ts';
import { readChoice } from './read-choice.ts';

export interface ControlAnswer {
  readonly status: number;
  readonly json?: unknown;
  /** The methods that there are. */
  readonly allow?: string;
}

export interface ControlRequest extends Pick<ControlOptions, 'peer' | 'facts'> {
  readonly request: IncomingMessage;
  readonly body: string;
}

type Operation = (request: ControlRequest, name: string) => ControlAnswer;

/** The control API: path, then method. `{name}` stands for a deviation. */
const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/': {
    GET: ({ peer, facts }) => ({
      status: 200,
      json: { url: peer.url, cardUrl: peer.cardUrl, ...facts, deviations: peer.deviations.describe() },
    }),
  },
  '/catalogue': {
    GET: () => ({ status: 200, json: { deviations: deviations.map(({ create: _, ...facts }) => facts) } }),
  },
  '/deviations': {
    GET: ({ peer }) => running(peer),
    POST: ({ peer, request, body }) => {
      // A page in a browser can't send this type to another origin unasked.
      if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
        return refuse(415, 'not-json', 'The body is not said to be JSON.', 'Send content-type: application/json.');
      }
      return { status: 201, json: peer.deviations.add(readChoice(body)) };
    },
    DELETE: ({ peer }) => {
      peer.deviations.clear();
      return { status: 204 };
    },
  },
  '/deviations/{name}': {
    DELETE: ({ peer }, name) => {
      if (peer.deviations.remove(name)) return { status: 204 };
      const there = peer.deviations.list().join(', ') || 'none';
      return refuse(404, 'not-running', `${name} doesn't run.`, `Those that run: ${there}.`);
    },
  },
  '/reset': {
    POST: ({ peer }) => {
      peer.deviations.reset();
      return running(peer);
    },
  },
  '/ledger': {
    GET: ({ peer: { ledger } }) => {
      const now = performance.timeOrigin + performance.now();
      const tasks = knownTasks(ledger).map((id) => taskFacts(ledger, id, now));
      return { status: 200, json: { tasks, entries: ledger.entries, dropped: ledger.dropped } };
    },
  },
};

/** Answers a request to the control API. What is wrong with it is told with what to do instead. */
export function answerControl(asked: ControlRequest): ControlAnswer {
  const { method = 'GET', url = '/' } = asked.request;
  const path = URL.parse(url, 'http://control')?.pathname ?? '/';
  const [, name] = /^\/deviations\/([^/]+)$/.exec(path) ?? [];
  const methods = operations[name === undefined ? path : '/deviations/{name}'];
  if (methods === undefined) {
    return refuse(404, 'no-such-path', `There is no ${path}.`, `There are ${Object.keys(operations).join(', ')}.`);
  }
  const operation = methods[method];
  if (operation === undefined) {
    const allow = Object.keys(methods).join(', ');
    return { ...refuse(405, 'no-such-method', `${path} knows no ${method}.`, `Use ${allow}.`), allow };
  }
  try {
    return operation(asked, decodeURIComponent(name ?? ''));
  } catch (error) {
    if (error instanceof LabError) return refuse(400, error.code, error.message, fixes[error.code] ?? see);
    if (error instanceof URIError) return refuse(400, 'bad-path', `${path} is not well encoded.`, see);
    throw error;
  }
}

const see = 'See GET /catalogue.';

const fixes: Readonly<Record<string, string>> = {
  'unknown-deviation': 'GET /catalogue lists all by name.',
  'unfit-deviation': 'GET /catalogue says in which dialects and bindings each makes sense; GET / what is spoken here.',
  'unknown-knob': 'GET /catalogue lists the knobs of each, with their usual values.',
  'bad-probability': 'Send a probability from 0 to 1, or none for 1.',
  'bad-choice': 'Send {"name": "zombie-cancel", "knobs": {"seconds": 10}, "probability": 0.5}; only name is needed.',
};

export function refuse(status: number, code: string, message: string, fix: string): ControlAnswer {
  return { status, json: { error: { code, message, fix } } };
}

function running({ deviations: now }: ControlRequest['peer']): ControlAnswer {
  return { status: 200, json: { deviations: now.describe() } };
}
