import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonObject } from '../protocol/json.ts';

const OPTIONS: Options = { strict: false, logger: false, validateFormats: true, addUsedSchema: false };

const compiled = new WeakMap<JsonObject, ValidateFunction | string>();

/** What a value breaks of a schema, `undefined` if nothing, or why the schema itself can't be used. */
export function schemaFault(schema: JsonObject, value: unknown): string | undefined {
  const validate = compile(schema);
  if (typeof validate === 'string') return `the JSON Schema can't be used (${validate})`;
  return validate(value) ? undefined : faultWords(validate.errors?.[0]);
}

/** Why a JSON Schema can't be used, or `undefined` if it can. */
export function unusable(schema: JsonObject): string | undefined {
  const validate = compile(schema);
  return typeof validate === 'string' ? validate : undefined;
}

function compile(schema: JsonObject): ValidateFunction | string {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = tryToCompile(schema);
  compiled.set(schema, made);
  return made;
}

/** A new compiler each time: schemas of different owners may carry the same `$id`. */
function tryToCompile(schema: JsonObject): ValidateFunction | string {
  const old = /draft-0[67]/.test(String(schema['$schema'] ?? ''));
  const ajv = old ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  try {
    formats.default(ajv);
    return ajv.compile(schema);
  } catch (error) {
    return (error as Error).message;
  }
}

function faultWords(error: ErrorObject | undefined): string {
  const place = error?.instancePath || 'the value';
  return `${place} ${error?.message ?? 'does not fit'}`;
}
