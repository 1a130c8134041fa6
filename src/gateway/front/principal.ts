import { createHmac, randomBytes } from 'node:crypto';

const MOST_KNOWN = 10_000;
/** Longer ones are hashed each time, in UTF-16 code units: ten thousand of them would be too much to keep. */
const MOST_LENGTH = 2_048;

/** Names callers by their credentials, without keeping these: by a hash that nobody else can make. */
export class Principals {
  readonly #key: Buffer;
  readonly #known = new Map<string, string>();

  /** @param key by which they are known again after a restart; a random one unless given */
  constructor(key: Buffer = randomBytes(32)) {
    this.#key = key;
  }

  /** Empty for a caller without credentials. @param credentials in turn name and value */
  of(credentials: readonly string[]): string {
    if (credentials.length === 0) return '';
    const joined = credentials.join('\n');
    const known = this.#known.get(joined);
    if (known !== undefined) return known;
    const name = createHmac('sha256', this.#key).update(joined).digest('base64url').slice(0, 22);
    if (joined.length > MOST_LENGTH) return name;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(joined, name);
    return name;
  }
}
