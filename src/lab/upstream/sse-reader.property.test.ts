import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readPayloads } from './sse-reader.ts';

async function read(chunks: readonly string[]): Promise<readonly string[]> {
  const payloads: string[] = [];
  for await (const payload of readPayloads(ReadableStream.from(chunks))) payloads.push(payload);
  return payloads;
}

it('payloads are read alike however the stream is cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.stringMatching(/^[a-z:]{0,5}$/), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat({ max: 80 })),
      async (events, newline, cuts) => {
        const block = (lines: readonly string[]) => [
          ': kept alive',
          'id: 1',
          ...lines.map((line) => `data: ${line}`),
          '',
        ];
        const text = events.map((lines) => [...block(lines), ''].join(newline)).join('');
        const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((a, b) => a - b);
        const chunks = places.slice(1).map((end, i) => text.slice(places[i], end));
        assert.deepEqual(
          await read(chunks),
          events.map((lines) => lines.join('\n')),
        );
      },
    ),
    { numRuns: Number(process.env['PROBITY_RUNS'] ?? 100) },
  ));

it('a last event without a blank line behind it is read too', async () => {
  assert.deepEqual(await read(['data: a\n\ndata: b']), ['a', 'b']);
});
