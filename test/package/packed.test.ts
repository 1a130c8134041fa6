import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { describeNodeProblem } from '../../src/node-version.ts';
import { checkout, FixtureProject, untilEnd } from '../support/fixture-project.ts';

const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
const tool = (name: string) => join(checkout, 'node_modules/.bin', name);

async function run(folder: string, command: string, ...args: string[]) {
  return await untilEnd(spawn(command, args, { cwd: folder }));
}

/** Every `node` on the PATH, ours included, with its version. */
function nodesOnPath(): { path: string; version: string }[] {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return [...new Set(paths.filter(existsSync).map((path) => realpathSync(path)))].map((path) => {
    return { path, version: spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim() };
  });
}

describe('the package as published', () => {
  let project: FixtureProject;
  let tarball = '';
  let consumer = '';

  before(async () => {
    project = new FixtureProject({});
    for (const name of ['src', 'schemas', 'LICENSE'])
      cpSync(join(checkout, name), join(project.folder, name), { recursive: true });
    const packed = await run(project.folder, 'npm', 'pack', '--loglevel=error');
    assert.equal(packed.code, 0, packed.output);
    const name = readdirSync(project.folder).find((file) => file.endsWith('.tgz'));
    assert.ok(name, packed.output);
    tarball = join(project.folder, name);
    consumer = mkdtempSync(join(tmpdir(), 'probity-consumer-'));
    writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
    const installed = await run(consumer, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball);
    assert.equal(installed.code, 0, installed.output);
  });

  after(() => {
    project[Symbol.dispose]();
    rmSync(consumer, { recursive: true, force: true });
  });

  test('holds the program, its types and its licence, and no tests', () => {
    const files = readdirSync(join(consumer, 'node_modules/probity'), { recursive: true }).map(String);
    for (const wanted of ['LICENSE', 'dist/index.js', 'dist/index.d.ts', 'dist/lab/index.js', 'dist/cli/main.js']) {
      assert.ok(files.includes(wanted), wanted);
    }
    assert.deepEqual(
      files.filter((file) => /\.test\.|^(src|test|scripts)\b/.test(file)),
      [],
    );
  });

  test('runs its command in an empty folder', async () => {
    const { code, output } = await run(consumer, join(consumer, 'node_modules/.bin/probity'), '--version');
    assert.deepEqual([code, output], [0, `${manifest.version}\n`]);
  });

  test('loads as a library', async () => {
    const script = `await import('probity'); await import('probity/lab');`;
    const { code, output } = await run(consumer, process.execPath, '--input-type=module', '--eval', script);
    assert.deepEqual([code, output], [0, '']);
  });

  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    test(`has types that a strict compiler takes, resolving as ${moduleResolution}`, async () => {
      const source = `import * as probity from 'probity';\nimport * as lab from 'probity/lab';\nexport const all = { probity, lab };\n`;
      writeFileSync(join(consumer, 'consumer.ts'), source);
      const types = { types: ['node'], typeRoots: [join(checkout, 'node_modules/@types')] };
      const compilerOptions = { module, moduleResolution, target: 'es2024', strict: true, noEmit: true, ...types };
      writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      const { code, output } = await run(consumer, tool('tsc'), '-p', '.');
      assert.equal(code, 0, output);
    });
  }

  for (const { path, version } of nodesOnPath()) {
    const problem = describeNodeProblem(version, path);
    if (problem === undefined) continue;
    test(`says in one line that Node.js ${version} is too old`, async () => {
      const program = join(consumer, 'node_modules/probity/dist/cli/main.js');
      const { code, output } = await run(consumer, path, program, '--version');
      assert.deepEqual([code, output], [2, `${problem}\n`]);
    });
  }

  test('is found in order by publint and by "are the types wrong"', async () => {
    const publint = await run(project.folder, tool('publint'), 'run', tarball, '--strict');
    assert.equal(publint.code, 0, publint.output);
    const attw = await run(project.folder, tool('attw'), tarball, '--profile', 'esm-only', '--no-emoji', '--no-color');
    assert.equal(attw.code, 0, attw.output);
  });
});
