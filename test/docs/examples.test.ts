import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startLab } from '../../src/lab/index.ts';
import { parsed, words } from '../cli/recording.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];

interface Example {
  readonly page: string;
  readonly code: string;
}

/** The fenced blocks of a language on all pages. */
function examples(language: string): readonly Example[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => ({
      page,
      code: match[1] ?? '',
    }));
  });
}

/** The calls of the program in a block, without what the shell makes of them. */
function callsIn(code: string): readonly string[] {
  const whole = code.replaceAll(/\\\n\s*/g, ' ');
  const calls = whole.matchAll(/(?:npm run (?:-s )?probity --|^\$? ?probity|\bnpx probity) ([^#|>&;)\n]*)/gm);
  return [...calls].map(([, call = '']) => call.trim()).filter((call) => !/…|^-|^help/.test(call));
}

describe('the examples in the documentation', { concurrency: 4 }, () => {
  it('are there', () => {
    assert.ok(examples('ts').length > 0);
  });

  for (const { page, code } of examples('ts')) {
    it(`run: ${page}, "${code.trim().split('\n').at(-1)}"`, async () => {
      const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 20 });
      // Inside the checkout: Node strips no types below node_modules, and finds no packages outside.
      const folder = await mkdtemp(join(root, 'test/docs/.run-'));
      try {
        const file = join(folder, 'example.ts');
        const source = code
          .replaceAll("'probity'", `'${join(root, 'src/index.ts')}'`)
          .replaceAll("'probity/lab'", `'${join(root, 'src/lab/index.ts')}'`)
          .replaceAll('https://agent.example/', `${peer.url}/`);
        await writeFile(file, source);
        const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, timeout: 60_000 });
        assert.notEqual(stdout, '', stderr);
      } finally {
        await rm(folder, { recursive: true, force: true });
        await peer.close();
      }
    });
  }

  for (const language of ['sh', 'console', 'yaml']) {
    for (const { page, code } of examples(language)) {
      for (const line of callsIn(code)) {
        it(`are command lines that the program takes: ${page}, "${line}"`, async () => {
          const asked = await parsed(words(line));
          assert.equal(asked.length, 1);
        });
      }
    }
  }

  for (const { page, code } of examples('sh')) {
    it(`name only npm scripts that exist: ${page}, "${code.trim().split('\n')[0]}"`, () => {
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
      const named = [...code.matchAll(/npm (?:run (?:-s )?)?([a-z:]+)/g)].map((match) => match[1] ?? '');
      for (const name of named) assert.ok(name in scripts, `npm run ${name}`);
    });
  }
});
