import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that the tests belong to. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url));

const ourTooling = [
  '.dependency-cruiser.cjs',
  '.gitignore',
  'biome.json',
  'knip.json',
  'package-lock.json',
  'package.json',
  'scripts',
  'tsconfig.build.json',
  'tsconfig.json',
];

type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  /** What was written to stdout and to stderr, in order of arrival. */
  readonly output: string;
  readonly stdout: string;
}

/** A folder with our own tools, settings and scripts, but other sources: what they say there they would say here. */
export class FixtureProject implements Disposable {
  readonly folder: string;

  /** @param files contents by path, for example `src/http/a.ts` */
  constructor(files: Readonly<Record<string, string>>) {
    this.folder = mkdtempSync(join(tmpdir(), 'probity-fixture-'));
    for (const name of ourTooling) cpSync(join(checkout, name), join(this.folder, name), { recursive: true });
    symlinkSync(join(checkout, 'node_modules'), join(this.folder, 'node_modules'));
    for (const name of ['src', 'test', 'bench']) mkdirSync(join(this.folder, name));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(this.folder, dirname(path)), { recursive: true });
      writeFileSync(join(this.folder, path), content);
    }
  }

  /** Runs one of package.json's scripts here. */
  async run(script: string, args: readonly string[] = [], environment: Environment = {}): Promise<Ended> {
    return await runScript(this.folder, script, args, environment);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs one of a project's scripts as npm does, only without npm, which takes longer to start than most of them. */
export async function runScript(
  folder: string,
  script: string,
  args: readonly string[] = [],
  environment: Environment = {},
): Promise<Ended> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  const env = { ...ourEnvironment(), PATH: path, ...environment };
  return await untilEnd(spawn('sh', ['-c', `${scripts[script]} "$@"`, script, ...args], { cwd: folder, env }));
}

/** Starts `npm run` in a folder; the scripts are those of the project that the folder is in. */
export function startWithNpm(folder: string, script: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn('npm', ['run', '-s', script, '--', ...args], { cwd: folder, env: ourEnvironment() });
}

/** A test runner inside must not take itself for a part of ours, nor npm for started where ours was. */
function ourEnvironment() {
  const { NODE_TEST_CONTEXT: _, INIT_CWD: _1, TEST_FILE_LIMIT_S: _2, ...rest } = process.env;
  return rest;
}

/** Collects what a process writes, until it has ended. */
export async function untilEnd(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  let output = '';
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.once('error', reject);
  child.once('close', (code) => resolve({ code, output, stdout }));
  return await promise;
}
