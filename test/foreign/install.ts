import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../scripts/foreign');
const INSTALLED = join(import.meta.dirname, '../../.foreign');

export type ForeignName = 'voltagent' | 'google-adk';

/**
 * The folder of a foreign agent with its packages, which are installed there the first time. Nothing that they bring is
 * run by the installation.
 */
export async function installed(name: ForeignName): Promise<string> {
  const source = join(SOURCES, name);
  const folder = join(INSTALLED, name);
  if (!sameLock(source, folder)) await install(name, source, folder);
  for (const file of ['agent.mjs']) cpSync(join(source, file), join(folder, file));
  for (const file of ['only-loopback.mjs', 'fake-words.mjs']) cpSync(join(SOURCES, file), join(folder, file));
  return folder;
}

function sameLock(source: string, folder: string): boolean {
  const lock = 'package-lock.json';
  if (!existsSync(join(folder, lock))) return false;
  return readFileSync(join(source, lock), 'utf8') === readFileSync(join(folder, lock), 'utf8');
}

/** In a folder aside, which takes its place when it is whole. */
async function install(name: ForeignName, source: string, folder: string): Promise<void> {
  process.stderr.write(`probity: installing the packages of ${name} (once, some minutes) …\n`);
  const aside = `${folder}-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(aside, file));
    const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: aside,
      stdio: ['ignore', process.stderr, process.stderr],
    });
    const [code] = await once(npm, 'close');
    if (code !== 0) throw new Error(`"npm ci" for ${name} ended with ${code}; it needs the npm registry.`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
