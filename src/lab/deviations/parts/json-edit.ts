import type { Exchange, Framing, Middleware } from '../../exchange.ts';
import { dressed, type HttpAnswer } from '../../http-message.ts';
import type { JsonObject } from '../../model.ts';
import { asObject } from '../../wire/json.ts';
import { plainFraming } from '../../wire/sse.ts';

/** Makes other JSON of what goes out, envelope and all. */
export type JsonChange = (json: JsonObject, exchange: Exchange) => unknown;

/** Changes the JSON of answers, behind what the dialect makes of them. */
export function onAnswerJson(change: JsonChange): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    if (reply.kind === 'stream') return reply;
    return { ...reply, dress: dressed(reply.dress, (answer) => editBody(answer, (json) => change(json, exchange))) };
  };
}

/** Changes the JSON of every event of a stream, behind what the dialect makes of it. */
export function onFrameJson(change: JsonChange): Middleware {
  return async (exchange, next) => {
    const reply = await next(exchange);
    if (reply.kind !== 'stream') return reply;
    const { framing = plainFraming } = reply;
    const changed: Framing = (payload, index) =>
      framing(
        edit(payload, (json) => change(json, exchange)),
        index,
      );
    return { ...reply, framing: changed };
  };
}

/** Both of them. */
export function onJson(change: JsonChange): Middleware {
  const [answers, frames] = [onAnswerJson(change), onFrameJson(change)];
  return (exchange, next) => answers(exchange, (each) => frames(each, next));
}

function editBody(answer: HttpAnswer, change: (json: JsonObject) => unknown): HttpAnswer {
  return { ...answer, body: edit(answer.body, change) };
}

function edit(text: string, change: (json: JsonObject) => unknown): string {
  try {
    const json = asObject(JSON.parse(text));
    return json === undefined ? text : JSON.stringify(change(json));
  } catch {
    return text;
  }
}

/** The JSON with each object in it changed, innermost first. */
export function deeply(json: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(json)) return json.map((item) => deeply(item, change));
  const object = asObject(json);
  if (object === undefined) return json;
  return change(Object.fromEntries(Object.entries(object).map(([key, value]) => [key, deeply(value, change)])));
}
