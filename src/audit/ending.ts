import type { AuditEnd } from './audit-report.ts';

/** Ends an audit before it is through, for the first reason that there is. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #end: AuditEnd | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    if (caller?.aborted === true) this.#interrupted();
    else caller?.addEventListener('abort', this.#interrupted);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get end(): AuditEnd | undefined {
    return this.#end;
  }

  /** Ends it once that time is used up. */
  after(budgetMs: number): void {
    const message = `The budget of ${Math.round(budgetMs / 100) / 10} s was used up.`;
    this.#timer = setTimeout(() => this.now({ code: 'budget', message }), budgetMs);
  }

  now(end: AuditEnd): void {
    this.#end ??= end;
    this.#controller.abort();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#interrupted);
  }

  readonly #interrupted = (): void => this.now({ code: 'interrupted', message: 'The audit was interrupted.' });
}
