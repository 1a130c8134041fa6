import assert from 'node:assert/strict';
import { it } from 'node:test';
import { codecFor, isSpoken, UnspokenBindingError } from './codec-for.ts';
import { BINDINGS, DIALECTS } from './operation.ts';

it('speaks every dialect over every binding but gRPC, and says so plainly', () => {
  for (const dialect of DIALECTS) {
    for (const binding of BINDINGS) {
      if (isSpoken(binding)) {
        const codec = codecFor(dialect, binding);
        assert.deepEqual([codec.dialect, codec.binding], [dialect, binding]);
      } else assert.throws(() => codecFor(dialect, binding), UnspokenBindingError);
    }
  }
  assert.deepEqual(BINDINGS.filter(isSpoken), ['JSONRPC', 'HTTP+JSON']);
});
