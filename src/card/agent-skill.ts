import { withoutParameters } from '../protocol/call.ts';
import { asList, asObject, asText, type JsonObject } from '../protocol/json.ts';
import { readSecurityRequirements, type SecurityRequirement } from './security.ts';

/** One thing that an agent says it can do (§4.4.5). */
export interface AgentSkill {
  readonly id: string;
  readonly name: string;
  /** Its own media types, which override the card's defaults; `undefined` where it names none. As the card spells them. */
  readonly inputModes: readonly string[] | undefined;
  readonly outputModes: readonly string[] | undefined;
  /** Its own ways in; `undefined` where it names none. */
  readonly security: readonly SecurityRequirement[] | undefined;
  /** Where in the card it is, as a JSON Pointer. */
  readonly pointer: string;
  readonly raw: JsonObject;
}

/** Reads the skills of a card of either layout. */
export function readAgentSkills(value: unknown): readonly AgentSkill[] {
  return asList(value).flatMap((entry, index) => {
    const raw = asObject(entry);
    if (raw === undefined) return [];
    return [
      {
        id: asText(raw['id']) ?? '',
        name: asText(raw['name']) ?? '',
        inputModes: readModes(raw['inputModes']),
        outputModes: readModes(raw['outputModes']),
        security: readSecurityRequirements(raw['securityRequirements'] ?? raw['security']),
        pointer: `/skills/${index}`,
        raw,
      },
    ];
  });
}

/** A list of media types as the card spells them; one that is empty says nothing (proto-JSON writes those). */
export function readModes(value: unknown): readonly string[] | undefined {
  const modes = asList(value).filter((mode) => typeof mode === 'string');
  return modes.length === 0 ? undefined : modes;
}

/** Each media type once, in lower case and without its parameters. */
export function distinctModes(lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []).map(withoutParameters))];
}
