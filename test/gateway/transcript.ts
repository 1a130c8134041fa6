import type { RawAnswer } from './raw.ts';

/** Headers that each hop has its own of, and a validator that is made of a body with ids in it. */
const OF_THE_HOP = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'etag']);

/** Makes two transcripts comparable: what differs from run to run is named by its place of first appearance. */
export class Transcript {
  readonly lines: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #hosts: readonly string[];

  /** @param hosts texts that stand for where the agent is */
  constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
  }

  add(step: string, { status, rawHeaders, body }: RawAnswer): void {
    const headers: string[] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      if (!OF_THE_HOP.has(name.toLowerCase())) headers.push(`${name}: ${rawHeaders[at + 1]}`);
    }
    this.lines.push(`# ${step}: ${status}`, ...headers.map((line) => this.#plain(line)), this.#plain(body));
  }

  #plain(text: string): string {
    let plain = text;
    for (const host of this.#hosts) plain = plain.replaceAll(host, 'AGENT');
    return plain
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.#named(id))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME');
  }

  #named(id: string): string {
    const name = this.#ids.get(id) ?? `id-${this.#ids.size + 1}`;
    this.#ids.set(id, name);
    return name;
  }
}
