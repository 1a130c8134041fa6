import { createJsonRpcCodec } from './bindings/json-rpc.ts';
import type { Codec } from './codec.ts';
import type { Binding, Dialect } from './operation.ts';
import { writeV10 } from './write/v10.ts';

/**
 * The codec of a dialect over a binding.
 *
 * @throws RangeError for a pair that is not spoken; plans only name pairs that are
 */
export function codecFor(dialect: Dialect, binding: Binding): Codec {
  if (dialect === '1.0' && binding === 'JSONRPC') return createJsonRpcCodec(writeV10);
  throw new RangeError(`A2A ${dialect} over ${binding} is not spoken here.`);
}
