// Tests of folders that do no I/O cannot disturb each other. In one process they run ten times faster than in one each,
// so `npm test` leaves these files out and runs this one instead. Each of them can still be run by itself.
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const sources = fileURLToPath(new URL('../src', import.meta.url));
for (const file of globSync(`${sources}/{protocol,lifecycle,rules,contract}/**/*.test.ts`).sort()) {
  await import(pathToFileURL(file).href);
}
