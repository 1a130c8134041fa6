import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Spent {
  readonly cpu: NodeJS.CpuUsage;
  readonly rss: number;
}

/** A process that something is measured on. */
export class Contender {
  readonly url: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts a file of this folder, which tells its URL. */
  static async start(file: string, ...args: readonly string[]): Promise<Contender> {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [url] = (await once(child, 'message')) as [string];
    return new Contender(child, url);
  }

  /** CPU time so far in µs, user and system, and resident memory in bytes, as the operating system counts them. */
  async spent(): Promise<{ readonly cpuUs: number; readonly rss: number }> {
    this.#child.send('spent');
    const [{ cpu, rss }] = (await once(this.#child, 'message')) as [Spent];
    return { cpuUs: cpu.user + cpu.system, rss };
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
  }
}
