// Makes node_modules match package-lock.json, then returns. Every npm script runs this first, so a clean clone
// needs no other step. Plain JavaScript without dependencies: the Node that starts it may be older than ours.
//
// Packages are installed in a staging folder and renamed into place whole. So an interrupted run leaves nothing
// half done, two first runs at once cannot disturb each other, and no lock can be left behind.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = join(root, 'node_modules');
const stagingRoot = join(root, '.setup');
const staging = join(stagingRoot, String(process.pid));
const neededFiles = ['package.json', 'package-lock.json', '.npmrc'];
const neededNodeMajor = 24;

try {
  if (!isUpToDate()) await install();
} catch (error) {
  say(`set-up failed: ${error.message}\nOnce that is solved, run the same command again.`);
  process.exitCode = 2;
}

/** True if what npm recorded as installed is what the lock asks for, and the Node that runs us is there. */
function isUpToDate() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(installed, '.package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or damaged: restore it from version control.');
  if (!present || !existsSync(join(installed, '.bin', 'node'))) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    // The checkout itself is '' and never installed; packages for other platforms stay away.
    if (!found) return path === '' || optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  say('installing packages (once, about half a minute) …');
  removeAbandoned();
  mkdirSync(staging, { recursive: true });
  try {
    for (const file of neededFiles) cpSync(join(root, file), join(staging, file));
    await npmCi();
    checkNode();
    putInPlace();
  } finally {
    remove(staging);
  }
}

/** Removes what runs that were killed have left; a folder is named after the process that made it. */
function removeAbandoned() {
  if (!existsSync(stagingRoot)) return;
  for (const name of readdirSync(stagingRoot)) {
    if (!isRunning(Number.parseInt(name, 10))) remove(join(stagingRoot, name));
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The npm of a killed run may still write there, or another run removes it too. A later run will succeed.
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Settings are given by name because a user's own (offline mode apart) must not leave out what we need. */
function npmCi() {
  const settings = ['--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  // All output goes to stderr: stdout belongs to the program that runs after us, and stdin is not ours to read.
  const npm = spawn('npm', ['ci', '--prefix', staging, '--loglevel=error', ...settings], {
    cwd: staging,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((resolve, reject) => {
    npm.once('error', (cause) => reject(new Error(`npm could not be started (${cause.message}).`, { cause })));
    npm.once('close', (code, signal) => {
      if (code === 0) return resolve();
      reject(new Error(`"npm ci" ended with ${signal ?? code}; it needs the npm registry or a filled npm cache.`));
    });
  });
}

function checkNode() {
  const node = join(staging, 'node_modules', '.bin', 'node');
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (error || Number.parseInt(stdout.slice(1), 10) < neededNodeMajor) {
    throw new Error(`the package "node" brought no Node ${neededNodeMajor} that runs here (${error?.code ?? stdout}).`);
  }
}

function putInPlace() {
  const old = join(staging, 'old');
  if (existsSync(installed)) renameSync(installed, old);
  try {
    renameSync(join(staging, 'node_modules'), installed);
  } catch (error) {
    // Another run may have put its own there in between: as good as ours.
    if (isUpToDate()) return;
    if (existsSync(old)) renameSync(old, installed);
    throw error;
  }
}

function say(text) {
  process.stderr.write(`probity: ${text}\n`);
}
