import type { ChunkText } from './chunk-text.ts';
import { DATA, EVENT, ID, isField, RETRY, valueStart } from './field.ts';
import type { SseFields } from './frame.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The fields of the block that is being read, interpreted as the HTML standard says (§9.2.6). */
export class Block {
  /** Whether a line has come since the last blank one. */
  started = false;
  readonly #text: ChunkText;
  #data: string | undefined;
  #moreData: string[] | undefined;
  #event = '';
  #id: string | undefined;
  #retry: number | undefined;
  /** Whether there is more to tell than data. */
  #fields = false;

  constructor(text: ChunkText) {
    this.#text = text;
  }

  /** Takes in one line that is neither blank nor a comment. */
  add(bytes: Uint8Array, from: number, to: number): void {
    this.started = true;
    if (isField(DATA, bytes, from, to)) this.#addData(this.#value(bytes, from + DATA.length, to));
    else if (isField(EVENT, bytes, from, to)) this.#setEvent(this.#value(bytes, from + EVENT.length, to));
    else if (isField(ID, bytes, from, to)) this.#setId(this.#value(bytes, from + ID.length, to));
    else if (isField(RETRY, bytes, from, to)) this.#setRetry(this.#value(bytes, from + RETRY.length, to));
  }

  /** The data lines joined, or `undefined` if there was none. */
  data(): string | undefined {
    return this.#moreData === undefined ? this.#data : `${this.#data}\n${this.#moreData.join('\n')}`;
  }

  /** Adds the fields besides data to what is reported. */
  describe<T extends SseFields>(report: T): T {
    if (this.#fields || this.#text.invalid) {
      const fields: Writable<SseFields> = report;
      if (this.#event !== '') fields.event = this.#event;
      if (this.#id !== undefined) fields.id = this.#id;
      if (this.#retry !== undefined) fields.retry = this.#retry;
      if (this.#text.invalid) fields.invalidUtf8 = true;
    }
    return report;
  }

  clear(): void {
    this.started = false;
    this.#text.invalid = false;
    this.#data = undefined;
    this.#moreData = undefined;
    if (this.#fields) {
      this.#event = '';
      this.#id = undefined;
      this.#retry = undefined;
      this.#fields = false;
    }
  }

  #value(bytes: Uint8Array, nameEnd: number, to: number): string {
    return this.#text.read(bytes, valueStart(bytes, nameEnd, to), to);
  }

  #addData(value: string): void {
    if (this.#data === undefined) this.#data = value;
    else if (this.#moreData === undefined) this.#moreData = [value];
    else this.#moreData.push(value);
  }

  #setEvent(value: string): void {
    this.#event = value;
    this.#fields = true;
  }

  #setId(value: string): void {
    if (value.includes('\0')) return;
    this.#id = value;
    this.#fields = true;
  }

  #setRetry(value: string): void {
    if (!/^[0-9]+$/.test(value)) return;
    this.#retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    this.#fields = true;
  }
}
