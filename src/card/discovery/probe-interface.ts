import { randomUUID } from 'node:crypto';
import { type Credential, credentialHeaders } from '../../http/credentials.ts';
import type { HttpClient } from '../../http/http-client.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Call, vantageOf } from '../../protocol/call.ts';
import { codecFor, isSpoken } from '../../protocol/codec-for.ts';
import { dialectsToTry } from '../../protocol/dialects-to-try.ts';
import type { Observation } from '../../protocol/observation.ts';
import type { Binding, Dialect } from '../../protocol/operation.ts';
import type { AgentInterface } from '../agent-card.ts';
import type { InterfaceSeen } from '../lint/card-source.ts';

export interface ProbeOptions {
  readonly http: HttpClient;
  readonly credentials: readonly Credential[];
  readonly signal?: AbortSignal | undefined;
  /** For each call; 10 s by default. */
  readonly timeoutMs?: number | undefined;
}

type Seen = Pick<InterfaceSeen, 'result' | 'what'>;

/**
 * Asks an interface for a task that can't exist, which creates nothing, and tells from the answer what it speaks. Where
 * it doesn't understand, it is asked in other versions, and then over the other binding, to say what it speaks instead.
 */
export async function probeInterface(one: AgentInterface, options: ProbeOptions): Promise<InterfaceSeen> {
  const { binding, dialect } = one;
  if (binding === undefined || dialect === undefined || !isSpoken(binding)) {
    const what = `was not asked: ${one.protocolBinding} ${one.protocolVersion} is not spoken here`;
    return { interface: one, result: 'not-asked', what };
  }
  try {
    const seen = await ask(one.url, one.tenant, binding, dialect, options);
    return { interface: one, ...(await judge(seen, one, binding, dialect, options)) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { interface: one, ...failed(error) };
  }
}

/** What an answer means, and if it is not understood what the server would have understood. */
async function judge(
  seen: Observation,
  one: AgentInterface,
  binding: Binding,
  dialect: Dialect,
  options: ProbeOptions,
): Promise<Seen> {
  const asked = `A2A ${dialect} over ${binding}`;
  if (isUnderstood(seen)) return { result: 'speaks', what: `understands ${asked}` };
  if (isGuarded(seen)) return { result: 'guarded', what: 'asks for credentials before anything else' };
  for (const other of dialectsToTry(seen, dialect)) {
    if (!isUnderstood(await ask(one.url, one.tenant, binding, other, options))) continue;
    return { result: 'other', what: `understands A2A ${other} over ${binding}, and not ${dialect}` };
  }
  const others = (['JSONRPC', 'HTTP+JSON'] as const).filter((each) => each !== binding);
  for (const other of others) {
    if (!isUnderstood(await ask(one.url, one.tenant, other, dialect, options))) continue;
    return { result: 'other', what: `understands A2A ${dialect} over ${other}, and not over ${binding}` };
  }
  return unanswered(seen, binding);
}

/** Errors of those who know the operation. */
const UNDERSTOOD: ReadonlySet<string> = new Set(['TaskNotFound', 'InvalidParams', 'UnsupportedOperation']);

/** A bare 404 is anybody's. */
function isUnderstood(seen: Observation): boolean {
  if (seen.kind !== 'error') return seen.kind === 'task';
  return UNDERSTOOD.has(seen.name) && (seen.code !== undefined || seen.reason !== undefined);
}

function isGuarded(seen: Observation): boolean {
  return seen.kind === 'error' && (seen.httpStatus === 401 || seen.httpStatus === 403);
}

function unanswered(seen: Observation, binding: Binding): Seen {
  if (seen.kind === 'error') {
    const { httpStatus, name } = seen;
    // Over HTTP+JSON, not to find the task is answered by the same status as not to find the route.
    const gone = httpStatus === 410 || ((httpStatus === 404 || httpStatus === 405) && binding === 'JSONRPC');
    if (gone && name === 'other') return { result: 'missing', what: `answered HTTP ${httpStatus}` };
    return { result: 'untold', what: `answered HTTP ${httpStatus}${name === 'other' ? '' : `, ${name}`}` };
  }
  const what = seen.kind === 'failure' ? seen.message : 'answered with something else than was asked for';
  return { result: 'untold', what: what.replace(/\.$/, '') };
}

function failed({ code, message }: HttpError): Seen {
  const what = message.replace(/\.$/, '');
  // These are decisions or limits of this side, and say nothing of the agent.
  if (code === 'address-refused' || code === 'bad-request' || code === 'aborted' || code === 'closed') {
    return { result: 'not-asked', what: `was not asked: ${what}` };
  }
  return {
    result: code === 'encoded' || code === 'too-large' ? 'untold' : 'unreachable',
    what: `can't be asked: ${what}`,
  };
}

/** One call, and the last thing that its answer means. */
async function ask(
  url: string,
  tenant: string | undefined,
  binding: Binding,
  dialect: Dialect,
  { http, credentials, signal, timeoutMs = 10_000 }: ProbeOptions,
): Promise<Observation> {
  const call: Call = { operation: 'GetTask', taskId: randomUUID(), historyLength: 0 };
  const codec = codecFor(dialect, binding);
  const request = codec.encode(call, { url, ...(tenant === undefined ? {} : { tenant }) }, 1);
  const vantage = vantageOf(1, call, 0, { taskId: call.taskId });
  if (request === undefined) {
    return { kind: 'failure', reason: 'unsupported', message: 'no such call', sent: false, vantage, received: 0 };
  }
  const answer = await http.request({
    ...request,
    headers: { ...request.headers, ...credentialHeaders(request.url, credentials) },
    maxBodyBytes: 256 * 1024,
    totalTimeoutMs: timeoutMs,
    signal,
  });
  let last: Observation | undefined;
  codec.decodeAnswer(vantage, answer, (seen) => {
    if (seen.kind !== 'defect') last = seen;
  });
  return (
    last ?? { kind: 'failure', reason: 'unreadable', message: 'answered nothing', sent: true, vantage, received: 0 }
  );
}
