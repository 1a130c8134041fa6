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
  /** 0.x: a part says what it is by `kind`. Harmless where its content is also where 1.0 has it. */
  kindPart: 1 << 10,
  memberPart: 1 << 11,
  /** What the proto of 0.3 has in its own way: `content` for `parts`, `file.fileWithUri`, `data.data`. */
  protoForm: 1 << 12,
  /** A member that every dialect requires is absent. */
  absent: 1 << 13,
  /** A member is of another type than every dialect gives it. */
  wrongType: 1 << 14,
  /** 0.x: a status event carries `final`. */
  final: 1 << 15,
  /** `TASK_STATE_CANCELLED`: the spelling of the 0.3 proto, and of no other text. */
  doubleL: 1 << 16,
  /** 0.x: `kind: file`, whose content 1.0 has elsewhere. */
  kindFile: 1 << 17,
  /** The answer to a read or a cancel says by no `kind` that it is a task, which only 0.x asks for. */
  kindless: 1 << 18,
  /** The answer to a read or a cancel holds the task under `task`, which no text asks for. */
  wrappedTask: 1 << 19,
  /** A task without a context, which 1.0 allows. */
  noContext: 1 << 20,
  /** A time that is not in UTC, as 1.0 asks for (§5.6.1). */
  localTime: 1 << 21,
  /** Members in the spelling of the proto files, such as `task_id`. */
  snakeCase: 1 << 22,
  /** An answer that holds two of what it is to hold one of. */
  several: 1 << 23,
  /** Bytes that are in no base64. */
  oddBytes: 1 << 24,
  /** 0.x: the data of a part is no object. 1.0 takes any JSON. */
  flatData: 1 << 25,
  /** 0.x: a part that says that it is a file holds no object of that name. */
  flatFile: 1 << 26,
  /** A time in UTC by an offset of zero, where 1.0 has a Z. */
  zeroOffset: 1 << 27,
} as const;

/** The bits of good form that tell nothing about the dialect, or that every dialect allows. */
const ANY = FORM.kindPart;
const ANY_TIME = FORM.localTime | FORM.zeroOffset;
const V0 = FORM.shortState | FORM.shortRole | FORM.kindPart | FORM.kindFile | FORM.final | ANY_TIME;
const V1 = FORM.wrapper | FORM.enumState | FORM.enumRole | FORM.memberPart;
/** 0.3 over HTTP+JSON is specified as wrapped 0.3 JSON, and in the wild is as often proto-JSON. */
const V03_HTTP = V0 | V1 | FORM.protoForm | FORM.doubleL | FORM.kindless;

/** How something came: in answer to a call or on its stream, or as a web-hook delivery. */
export type Way = 'call' | 'push';

/** The bits that a dialect's text allows on a binding. */
export function allowedForm(dialect: Dialect, binding: Binding, way: Way): number {
  if (dialect === '1.0') return ANY | V1 | FORM.kindless | FORM.noContext | FORM.flatData | FORM.flatFile;
  // What is posted to a web-hook is "not strictly defined" before 1.0, beyond that it tells of the task.
  if (way === 'push') return V0 | FORM.kind | FORM.bare;
  return binding === 'HTTP+JSON' ? V03_HTTP : V0 | FORM.kind;
}

/** The bits that belong to another dialect than the one given, rather than to none. */
export function otherDialectForm(dialect: Dialect): number {
  return dialect === '1.0'
    ? FORM.kind | FORM.shortState | FORM.shortRole | FORM.kindFile | FORM.final | FORM.protoForm
    : V1 | FORM.protoForm;
}

/** The dialect that something was written in, going by its form; `undefined` where it is a mixture or shows nothing. */
export function spokenDialect(bits: number): Dialect | undefined {
  if ((bits & (FORM.protoForm | FORM.doubleL)) !== 0) return '0.3';
  const old = (bits & (FORM.kind | FORM.shortState | FORM.shortRole | FORM.kindFile | FORM.final)) !== 0;
  const current = (bits & (FORM.enumState | FORM.enumRole | FORM.memberPart)) !== 0;
  if (old === current) return undefined;
  return old ? '0.3' : '1.0';
}

/** Collects what the reader notices while it reads one answer or frame. Reused from one to the next. */
export interface Noticed {
  bits: number;
  /** The first member that was absent, and the first of a wrong type, as a path. */
  absent: string;
  wrong: string;
  /** The first state that no dialect knows, as it came. */
  state: unknown;
  /** Whether a part without a `kind` is in the form of the 0.3 proto, where data lies a level deeper. */
  readonly protoParts: boolean;
}

/** A collector for one codec. */
export function newNoticed(protoParts: boolean): Noticed {
  return { bits: 0, absent: '', wrong: '', state: undefined, protoParts };
}

/** Makes it ready for the next payload. */
export function clearNoticed(noticed: Noticed): void {
  noticed.bits = 0;
  noticed.absent = '';
  noticed.wrong = '';
  noticed.state = undefined;
}

/** A member that every dialect requires isn't there. */
export function noticeAbsent(noticed: Noticed, path: string): void {
  noticed.bits |= FORM.absent;
  noticed.absent ||= path;
}

/** A member is of a type that no dialect gives it. */
export function noticeWrong(noticed: Noticed, path: string): void {
  noticed.bits |= FORM.wrongType;
  noticed.wrong ||= path;
}
