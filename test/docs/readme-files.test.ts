import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readPrompts } from '../../src/cli/audit/prompts-file.ts';
import { readProfile } from '../../src/contract/file/read-profile.ts';
import { readTaskClass } from '../../src/contract/file/read-task-class.ts';
import { runHere } from '../cli/cli.ts';

const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'probity-readme-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The block that begins so. */
function block(begin: string): string {
  return page.slice(page.indexOf(begin)).split('\n```')[0] ?? '';
}

/** The block as a file of that name. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the files that the README shows', () => {
  it('are a task class and a profile', () => {
    assert.equal(readTaskClass(block('# invoice.yaml')).maxDurationMs, 600_000);
    assert.deepEqual(readProfile(block('# client.yaml')).bindings, ['JSONRPC']);
  });

  it('are prompts', async () => {
    const prompts = await readPrompts(file('prompts.yaml', block('# prompts.yaml')));
    assert.deepEqual(Object.keys(prompts), ['quick', 'slow', 'asks', 'answer']);
  });

  it('are a trace, in which is found what is said of it', async () => {
    const { code, stdout } = await runHere(['judge', file('trace.jsonl', block('{"t":0,'))]);
    assert.equal(code, 1);
    assert.match(stdout, /^stream\/no-terminal {2}error, certain/m);
    assert.match(stdout, /\n1 finding: 1 error\./);
  });

  it('are options that there are', async () => {
    const { stdout } = await runHere(['help', 'delegate']);
    const table = page.slice(
      page.indexOf('| option | what for |'),
      page.indexOf('`npm run -s probity -- help delegate`'),
    );
    const named = [...table.matchAll(/`(--[a-z-]+)/g)].map(([, option = '']) => option);
    assert.ok(named.length >= 10, table);
    for (const option of named) assert.ok(stdout.includes(option), option);
  });
});
