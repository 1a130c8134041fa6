import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ForeignName, installed } from './install.ts';

/** A server that somebody else wrote, in a process of its own. */
export interface ForeignAgent extends AsyncDisposable {
  readonly name: ForeignName;
  readonly origin: string;
  /** Where its card is. */
  readonly cardPath: string;
  readonly cardUrl: string;
}

const CARD_PATHS: Readonly<Record<ForeignName, string>> = {
  voltagent: '.well-known/agent/agent-card.json',
  'google-adk': '.well-known/agent-card.json',
};

const STARTS_WITHIN_MS = 60_000;

/** Starts a foreign agent, and waits for its card. `stepMs`: how long its model takes for a piece. */
export async function startForeign(name: ForeignName, stepMs: number): Promise<ForeignAgent> {
  const folder = await installed(name);
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'agent.mjs')], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), STEP_MS: String(stepMs), ...QUIET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4_000);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  const cardPath = CARD_PATHS[name];
  const cardUrl = `${origin}/${cardPath}`;
  try {
    await answers(cardUrl, child);
  } catch (cause) {
    await end(child);
    throw new Error(`${name} did not start. Its last words: ${output}`, { cause });
  }
  return { name, origin, cardPath, cardUrl, [Symbol.asyncDispose]: () => end(child) };
}

const QUIET = {
  VOLTAGENT_TELEMETRY_DISABLED: '1',
  OTEL_SDK_DISABLED: 'true',
};

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await pause(100);
  }
  throw new Error(`No card at ${url} within ${STARTS_WITHIN_MS} ms.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** One below those that the system gives out by itself: nobody else is given it before the agent listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
