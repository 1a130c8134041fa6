import type { Binding, Dialect } from '../operation.ts';

/**
 * What the lenient reader noticed of the form in which something came. It reads every form of every dialect; the strict
 * reader is the question which of these a dialect allows. Bits, so that reading a good frame allocates nothing.
 */
export const FORM = {
  /** 0.x: objects say what they are by `kind`. */
  kind: 1 << 0,
  /** 1.0: events and answers say what they are by the member that holds them. */
  wrapper: 1 << 1,
  /** Neither: told by the members that are there. */
  bare: 1 << 2,
  shortState: 1 << 3,
  enumState: 1 << 4,
  /** A state in a spelling of no dialect, understood all the same. */
  oddState: 1 << 5,
  strangeState: 1 << 6,
  shortRole: 1 << 7,
  enumRole: 1 << 8,
  oddRole: 1 << 9,
  kindPart: 1 << 10,
  memberPart: 1 << 11,
  /** `content` instead of `parts`: the proto form that 0.3 HTTP+JSON is seen in. */
  contentParts: 1 << 12,
  /** A member that the dialect requires is absent. */
  missing: 1 << 13,
  /** A member is of another type than every dialect gives it. */
  wrongType: 1 << 14,
  /** 0.x: a status event carries `final`. */
  final: 1 << 15,
  /** `TASK_STATE_CANCELLED`: the spelling of the 0.3 proto, and of no other text. */
  doubleL: 1 << 16,
} as const;

const V0 = FORM.kind | FORM.shortState | FORM.shortRole | FORM.kindPart | FORM.final;
const V1 = FORM.wrapper | FORM.enumState | FORM.enumRole | FORM.memberPart;
/** 0.3 over HTTP+JSON is specified as wrapped 0.3 JSON, and in the wild is as often proto-JSON. */
const V03_HTTP = V0 | V1 | FORM.contentParts | FORM.doubleL;

/** The bits that a dialect's text allows on a binding. */
export function allowedForm(dialect: Dialect, binding: Binding): number {
  if (dialect === '1.0') return V1;
  return binding === 'HTTP+JSON' ? V03_HTTP : V0;
}

/** The bits that belong to another dialect than the one given, rather than to none. */
export function otherDialectForm(dialect: Dialect): number {
  return dialect === '1.0' ? V0 | FORM.contentParts : V1 | FORM.contentParts;
}

/** Collects what the reader notices while it reads one answer or frame. Reused from one to the next. */
export interface Noticed {
  bits: number;
  /** The first member that was absent or of a wrong type, as a path. */
  detail: string;
}
