import { DEFAULT_BOUNDS } from '../contract/bounds.ts';
import { ACQUIRABLE } from '../contract/profile.ts';
import { NEEDS } from '../contract/task-class.ts';
import {
  anything,
  type Check,
  checkOf,
  each,
  faultWords,
  flag,
  list,
  number,
  object,
  oneOf,
  only,
  optional,
  text,
} from '../protocol/check.ts';
import type { Part } from '../protocol/model.ts';
import { BINDINGS, DIALECTS } from '../protocol/operation.ts';
import type { DelegateOptions, Work } from './delegate-options.ts';
import { GuardError } from './guard-error.ts';

/** The longest that a timer can wait. */
export const MOST_TIMEOUT_MS = 0x7fff_ffff;

const url = checkOf('an http or https URL', (value) => {
  const { protocol } = (typeof value === 'string' ? URL.parse(value) : null) ?? {};
  return protocol === 'http:' || protocol === 'https:';
});
const name = checkOf('a text that is not empty', (value) => typeof value === 'string' && value !== '');
const mediaType = checkOf(
  'a media type such as text/plain or image/*',
  (value) => typeof value === 'string' && /^[^\s/;]+(\/[^\s/;]+)?\s*(;.*)?$/.test(value),
);
const ms = checkOf(
  'a number of ms from 0, of 24 days at most',
  (value) => typeof value === 'number' && value >= 0 && value <= MOST_TIMEOUT_MS,
);
const someMs = checkOf(
  'a number of ms above 0, of 24 days at most',
  (value) => typeof value === 'number' && value > 0 && value <= MOST_TIMEOUT_MS,
);
const count = checkOf('a whole number from 0', (value) => Number.isInteger(value) && (value as number) >= 0);
const headerName = checkOf('a name that can stand in a header', (value) =>
  /^[!#$%&'*+.^_`|~\w-]+$/.test(String(value)),
);
const headerValue = checkOf(
  'a text that can stand in a header',
  // Whatever undici would refuse: line breaks and other control characters, and what is beyond Latin-1.
  (value) => typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
);
const source = checkOf(
  'env:NAME or file:PATH, never the credential itself',
  (value) => typeof value === 'string' && /^(env:\w+|file:.+)$/s.test(value),
);
const mediaTypes = optional(list(mediaType));
const needs = optional(list(oneOf(...NEEDS)));

const result = only({ artifacts: optional(count), mediaTypes, schema: optional(object()) });

/** Every option. Functions, signals and stores are taken as they are. */
const OPTIONS: Readonly<Record<keyof DelegateOptions, Check>> = {
  headers: optional(each(headerName, headerValue)),
  headerOrigins: optional(list(url)),
  credential: optional(name),
  accept: mediaTypes,
  profile: optional(
    only({
      bindings: optional(list(oneOf(...BINDINGS))),
      versions: optional(list(oneOf(...DIALECTS))),
      input: mediaTypes,
      output: mediaTypes,
      credentials: optional(each(name, source)),
      extensions: optional(list(name)),
      push: optional(only({ url, tls: oneOf('server', 'mutual'), auth: list(name) })),
      blockingLimitMs: optional(ms),
      pollBudgetMs: optional(number),
      signatures: optional(oneOf('off', 'if-present', 'required')),
      acquirable: optional(list(oneOf(...ACQUIRABLE))),
    }),
  ),
  task: optional(
    only({
      skill: optional(name),
      input: mediaTypes,
      followUp: mediaTypes,
      output: mediaTypes,
      needs,
      prefers: needs,
      streamed: mediaTypes,
      maxDurationMs: optional(someMs),
      singleShot: optional(flag),
      bounds: optional(oneOf('any', 'card')),
      result: optional(result),
    }),
  ),
  skill: optional(name),
  result: optional(result),
  timeoutMs: optional(someMs),
  detach: optional(flag),
  aftercareMs: optional(ms),
  idempotencyKey: optional(name),
  messageId: optional(name),
  alternatives: optional(list(url)),
  bounds: optional(
    only(
      Object.fromEntries(Object.keys(DEFAULT_BOUNDS).map((bound) => [bound, optional(only({ ms, source: anything }))])),
    ),
  ),
  bridge: optional(flag),
  unknownModes: optional(oneOf('ask', 'try')),
  trustedKeys: anything,
  signal: anything,
  answer: anything,
  push: anything,
  trust: anything,
  journal: anything,
  canary: anything,
  onEvent: anything,
  onObservation: anything,
  evidence: optional(only({ taskBytes: anything, totalBytes: anything })),
  allow: anything,
  http: anything,
  cards: anything,
};

const options = only(OPTIONS);

const part: Check = (value, path) => {
  const fault = object({
    text: optional(text),
    raw: optional(checkOf('bytes in base64', (raw) => typeof raw === 'string' && /^[\w+/-]*={0,2}$/.test(raw))),
    url: optional(checkOf('a URL', (at) => typeof at === 'string' && URL.canParse(at))),
    mediaType: optional(mediaType),
    filename: optional(text),
  })(value, path);
  if (fault !== undefined) return fault;
  const held = (['text', 'raw', 'url', 'data'] as const).filter((member) => (value as Part)[member] !== undefined);
  return held.length === 1 ? undefined : { path, expected: 'a part with one of text, raw, url and data' };
};

/**
 * The parts of a piece of work; a text is one of plain text.
 *
 * @throws GuardError `bad-option` if there are none, or one of them is none
 */
export function partsOf(work: Work): readonly Part[] {
  if (typeof work !== 'string' && !Array.isArray(work)) {
    throw badOption(
      `What is delegated has to be a text or a list of parts, not ${work === null ? 'null' : typeof work}.`,
    );
  }
  if (work.length === 0) {
    throw badOption('There is nothing to delegate: the text or the list of parts is empty.');
  }
  if (typeof work === 'string') return [{ text: work, mediaType: 'text/plain' }];
  require(list(part), work, 'parts');
  return work;
}

/** @throws GuardError `bad-option`, which names the option that makes no sense, or that there is none of */
export function checkOptions(given: DelegateOptions): void {
  require(options, given, '');
  if (given.canary !== undefined) partsOf(given.canary);
}

/** What stands there is not told: it may be a secret in the wrong place. */
function require(check: Check, value: unknown, at: string): void {
  const fault = check(value, at);
  if (fault !== undefined) throw badOption(faultWords(fault));
}

function badOption(message: string): GuardError {
  return new GuardError(`${message} Nothing was sent.`, { code: 'bad-option' });
}
