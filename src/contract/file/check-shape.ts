import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { didYouMean } from '../../options/did-you-mean.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { ContractDocument } from './document.ts';
import { PROFILE_SCHEMA } from './profile-schema.ts';
import { TASK_CLASS_SCHEMA } from './task-class-schema.ts';

const ajv = new Ajv2020({ allErrors: false, verbose: true, logger: false });

/** The members of each kind of file, since people take one for the other. */
const FILES: Readonly<Record<string, object>> = {
  profile: PROFILE_SCHEMA.properties,
  'task class': TASK_CLASS_SCHEMA.properties,
};

/** What a member has to look like, for members whose pattern says it to no reader. */
const SAYS: Readonly<Record<string, string>> = {
  credentials:
    'A credential is named here, never written down: env:NAME for an environment variable, file:PATH for a file',
  url: 'It takes an http or https URL',
  blockingLimit: 'It takes a duration such as 500ms, 30s, 10m or 2h',
  pollBudget: 'It takes a duration such as 30s, 10m or 2h',
  maxDuration: 'It takes a duration such as 30s, 10m, 2h or 1d',
};

/**
 * The document's value as an object of that schema.
 *
 * @throws ContractFileError at the first member that doesn't fit, with its place
 */
export function checkShape(document: ContractDocument, schema: JsonObject, what: string): JsonObject {
  const validate = ajv.compile(schema);
  if (validate(document.value)) return asObject(document.value) ?? {};
  const [error] = validate.errors ?? [];
  return error === undefined ? document.fault([], `this is no ${what}.`) : tell(document, error, what);
}

function tell(document: ContractDocument, error: ErrorObject, what: string): never {
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const name = path.join('.');
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const given = String(params['additionalProperty']);
      const known = Object.keys(asObject(asObject(error.parentSchema)?.['properties']) ?? {});
      const elsewhere = Object.entries(FILES).find(([kind, properties]) => kind !== what && given in properties)?.[0];
      const hint =
        (path.length === 0 && elsewhere !== undefined && ` It is one of a ${elsewhere}: is this the other file?`) ||
        didYouMean(given, known) ||
        ` It has ${known.filter((key) => key !== '$schema').join(', ')}.`;
      const owner = name === '' ? `a ${what}` : name;
      return document.fault([...path, given], `${owner} has no member ${given}.${hint}`, 'key');
    }
    case 'required':
      return document.fault(path, `${name} lacks ${String(params['missingProperty'])}.`);
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly string[]).map(String);
      const hint = typeof error.data === 'string' ? didYouMean(error.data, allowed) : ' Put it in quotes.';
      return document.fault(path, `${name} takes ${allowed.join(', ')}.${hint}`);
    }
    case 'type': {
      const type = String(params['type']);
      const article = /^[aeiou]/.test(type) ? 'an' : 'a';
      const described = type === 'object' && path.length === 0 ? `a ${what} is an object of named members` : undefined;
      return document.fault(path, `${described ?? `${name} takes ${article} ${type}`}.`);
    }
    default: {
      const said = path.map((step) => SAYS[step]).find((words) => words !== undefined);
      const mode = /^\d+$/.test(path.at(-1) ?? '') ? 'It takes a media type such as text/plain or image/*' : undefined;
      return document.fault(path, `${name} does not fit. ${said ?? mode ?? `It ${error.message}`}.`);
    }
  }
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
