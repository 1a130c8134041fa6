import { asObject, type JsonObject } from '../../protocol/json.ts';

/** The object that a body holds as JSON; `undefined` where there is none. */
export function jsonIn(body: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}
