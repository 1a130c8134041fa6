import { PushError } from '../push/push-error.ts';
import { type PushListener, pushListener } from '../push/push-listener.ts';
import type { AuditOptions } from './audit-options.ts';
import { Untested } from './untested.ts';

/** The receiver of web-hooks: opened when the first scenario needs it. */
export class Receiver {
  readonly #options: AuditOptions['push'];
  #listener: Promise<PushListener> | undefined;

  constructor(options: AuditOptions['push']) {
    this.#options = options;
  }

  /** @throws Untested where it can't be opened */
  readonly open = async (): Promise<PushListener> => {
    this.#listener ??= pushListener(this.#options);
    try {
      return await this.#listener;
    } catch (error) {
      if (error instanceof PushError) throw new Untested(error.message, { cause: error });
      throw error;
    }
  };

  async close(): Promise<void> {
    const listener = await this.#listener?.catch(() => undefined);
    await listener?.close();
  }
}
