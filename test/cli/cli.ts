import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/cli/program.ts';
import type { Outlet } from '../../src/cli/terminal/outlet.ts';

// What tests learn of their agents is not for the user's own file.
const state = mkdtempSync(join(tmpdir(), 'probity-state-'));
process.env['XDG_STATE_HOME'] = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** What a run of the command line left. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the text has come on that stream. */
  until(stream: 'stdout' | 'stderr', text: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
}

/** Starts the command line as a process of its own. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const { NO_COLOR: _, FORCE_COLOR: _1, NODE_TEST_CONTEXT: _2, npm_lifecycle_event: _3, ...inherited } = process.env;
  const child = spawn(process.execPath, [main, ...args], { env: { ...inherited, ...env } });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      child.emit('written');
    });
  }
  let over = false;
  const ended = once(child, 'close').then(([code]): Ended => {
    over = true;
    child.emit('written');
    return { code: code as number | null, ...written };
  });
  const until = async (stream: 'stdout' | 'stderr', text: RegExp) => {
    for (;;) {
      const found = text.exec(written[stream]);
      if (found !== null) return found;
      if (over) throw new Error(`${text} never came on ${stream}:\n${written.stdout}\n${written.stderr}`);
      await once(child, 'written');
    }
  };
  return { child, until, ended };
}

interface Given {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command line to its end, as a process of its own. */
export async function run(args: readonly string[], { input = '', env = {} }: Given = {}): Promise<Ended> {
  const { child, ended } = start(args, env);
  child.stdin.end(input);
  return await ended;
}

/** Runs the command line within this process, which is quicker; what only a process shows needs `run`. */
export async function runHere(args: readonly string[], input = ''): Promise<Ended> {
  const [out, err] = [memory(), memory()];
  const code = await runProgram(args, { out, err, input: Readable.from([input]) });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** An outlet that remembers what is written to it. */
export function memory(): Outlet & { text(): string } {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const same = (plain: string): string => plain;
  const style = { strong: same, quiet: same, good: same, careful: same, bad: same, name: same };
  return { style, isTerminal: false, width: 100, write, line: (line = '') => write(`${line}\n`), text: () => text };
}
