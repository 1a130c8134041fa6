import type { Exchange, Reply } from '../exchange.ts';
import type { StreamEvent } from '../model.ts';
import { asObject } from '../wire/json.ts';
import type { BindingCalls } from './binding-calls.ts';
import { type Response, readText } from './http-call.ts';
import { readPayloads } from './sse-reader.ts';

/** The reply in a whole answer. What can't be read as one is passed on as it came. */
export async function readAnswer(
  { operation }: Exchange,
  response: Response,
  { codec, unwrap }: BindingCalls,
  type: string,
): Promise<Reply> {
  const status = response.statusCode ?? 502;
  const body = await readText(response);
  const raw = { kind: 'raw', status, type, body } as const;
  const json = parse(body);
  if (json === undefined && body !== '') return raw;
  const result = unwrap(json, status);
  return (result === undefined ? undefined : codec.readResult(operation, result)) ?? raw;
}

/** The events of a stream, as they come. */
export async function* readEvents(
  response: Response,
  { codec, unwrap }: BindingCalls,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const payload of readPayloads(response as AsyncIterable<string>)) {
    const json = asObject(unwrap(parse(payload), response.statusCode ?? 200));
    if (json !== undefined) yield codec.readEvent(json);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
