import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { PUBLISHED_SCHEMAS, SCHEMA_FOLDER, schemaText } from './published-schemas.ts';

it('the published schemas are those that files are read by (npm run docs writes them anew)', () => {
  for (const [name, schema] of Object.entries(PUBLISHED_SCHEMAS)) {
    assert.deepEqual(JSON.parse(readFileSync(join(SCHEMA_FOLDER, name), 'utf8')), JSON.parse(schemaText(schema)), name);
  }
});
