import { LabError } from '../lab-error.ts';
import type { JsonObject } from '../model.ts';
import { nearestName } from '../nearest-name.ts';
import type { DeviationChoice } from '../running-deviations.ts';
import { asObject } from '../wire/json.ts';

const FIELDS = ['name', 'knobs', 'probability'];

/**
 * A deviation with its settings, as a body of the control API has it.
 * @throws LabError `bad-choice`
 */
export function readChoice(body: string): DeviationChoice {
  const json = parse(body);
  const unknown = Object.keys(json).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) {
    throw new LabError('bad-choice', `There is no field ${unknown}.${nearestName(unknown, FIELDS)}`);
  }
  const { name, knobs = {}, probability = 1 } = json as { [field: string]: unknown };
  if (typeof name !== 'string') throw new LabError('bad-choice', 'name has to be the name of a deviation.');
  if (typeof probability !== 'number') throw new LabError('bad-probability', 'probability has to be a number.');
  const settings = asObject(knobs);
  if (settings === undefined || Object.values(settings).some((value) => typeof value !== 'number')) {
    throw new LabError('bad-choice', 'knobs has to be an object of numbers.');
  }
  return { name, knobs: settings as Readonly<Record<string, number>>, probability };
}

function parse(body: string): JsonObject {
  try {
    const json = asObject(JSON.parse(body));
    if (json !== undefined) return json;
  } catch {
    // Told below, like any other body that is no object.
  }
  throw new LabError('bad-choice', 'The body is no JSON object.');
}
