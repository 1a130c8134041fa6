// Writes schemas/*.json, which are published: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROFILE_SCHEMA } from '../../src/contract/file/profile-schema.ts';
import { TASK_CLASS_SCHEMA } from '../../src/contract/file/task-class-schema.ts';

/** The published schemas, by the name of their file. */
export const PUBLISHED_SCHEMAS: Readonly<Record<string, object>> = {
  'profile.schema.json': PROFILE_SCHEMA,
  'task-class.schema.json': TASK_CLASS_SCHEMA,
};

/** Where the published schemas are. */
export const SCHEMA_FOLDER = join(import.meta.dirname, '../../schemas');

/** A schema as it stands in its file. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

if (import.meta.main) {
  for (const [name, schema] of Object.entries(PUBLISHED_SCHEMAS)) {
    writeFileSync(join(SCHEMA_FOLDER, name), schemaText(schema));
  }
}
