import { HttpJsonCodec } from './bindings/http-json.ts';
import { JsonRpcCodec } from './bindings/json-rpc.ts';
import type { Codec } from './codec.ts';
import type { Binding, Dialect } from './operation.ts';
import type { DialectWriter } from './write/dialect-writer.ts';
import { writeV02 } from './write/v02.ts';
import { writeV03 } from './write/v03.ts';
import { writeV10 } from './write/v10.ts';

const WRITERS: Readonly<Record<Dialect, DialectWriter>> = { '0.2': writeV02, '0.3': writeV03, '1.0': writeV10 };

/** A binding that is known but not spoken here. */
export class UnspokenBindingError extends Error {
  override readonly name = 'UnspokenBindingError';
  readonly code = 'binding-not-spoken';
  readonly binding: Binding;

  constructor(binding: Binding) {
    super(`${binding} is not spoken yet. Use an interface of the same agent over JSONRPC or HTTP+JSON.`);
    this.binding = binding;
  }
}

/**
 * A codec for one dialect over one binding. It keeps nothing between two payloads, so it may serve any number of calls.
 *
 * @throws UnspokenBindingError for GRPC
 */
export function codecFor(dialect: Dialect, binding: Binding): Codec {
  switch (binding) {
    case 'JSONRPC':
      return new JsonRpcCodec(WRITERS[dialect]);
    case 'HTTP+JSON':
      return new HttpJsonCodec(WRITERS[dialect]);
    case 'GRPC':
      throw new UnspokenBindingError(binding);
  }
}

/** Whether {@link codecFor} has a codec for a binding. */
export function isSpoken(binding: Binding): boolean {
  return binding !== 'GRPC';
}
