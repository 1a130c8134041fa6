import { Secrets } from '../../http/secrets.ts';
import type { GatewayEvent } from '../gateway-event.ts';

/** Of so many callers, those met last, credentials are known; each is met anew with its next call. */
const MOST_CALLERS = 512;
/** Together, in UTF-16 code units. */
const MOST_LENGTH = 1 << 20;

/** Keeps what callers come with out of what is told of them: an agent may repeat it in errors, names and texts. */
export class CallerSecrets {
  readonly #known = new Map<string, readonly string[]>();
  #length = 0;
  #secrets: Secrets | undefined;

  /** @param credentials in turn name and value */
  met(principal: string, credentials: readonly string[]): void {
    if (credentials.length === 0 || this.#known.has(principal)) return;
    this.#known.set(principal, credentials);
    this.#length += lengthOf(credentials);
    for (const [oldest, theirs] of this.#known) {
      if ((this.#known.size <= MOST_CALLERS && this.#length <= MOST_LENGTH) || oldest === principal) break;
      this.#known.delete(oldest);
      this.#length -= lengthOf(theirs);
    }
    this.#secrets = undefined;
  }

  /** The event without them in what it says. What was seen, which a finding holds beside that, is as it came. */
  without(event: GatewayEvent): GatewayEvent {
    this.#secrets ??= new Secrets([...this.#known.values()].flatMap(headersOf));
    const secrets = this.#secrets;
    switch (event.kind) {
      case 'finding': {
        const { because, taskId } = event.finding;
        const masked = { because: secrets.text(because), taskId: taskId && secrets.text(taskId) };
        return { ...event, finding: { ...event.finding, ...masked } };
      }
      case 'act':
        return { ...event, because: secrets.text(event.because), taskId: event.taskId && secrets.text(event.taskId) };
      case 'outcome':
        return { ...event, says: secrets.text(event.says), taskId: secrets.text(event.taskId) };
      default:
        return { ...event, says: secrets.text(event.says) };
    }
  }
}

function headersOf(credentials: readonly string[]): Readonly<Record<string, string>>[] {
  const headers: Record<string, string>[] = [];
  for (let at = 0; at + 1 < credentials.length; at += 2) {
    headers.push({ [credentials[at] ?? '']: credentials[at + 1] ?? '' });
  }
  return headers;
}

function lengthOf(credentials: readonly string[]): number {
  return credentials.reduce((length, one) => length + one.length, 0);
}
