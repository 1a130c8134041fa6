// Gives the same work to foreign agents plainly and guarded, and writes what came of it to docs/foreign.md:
// npm run demo:foreign

import { writePage } from './page.ts';
import { play, type Row } from './play.ts';
import { writeResults, wrongIn } from './results.ts';

const rows: Row[] = [];
for (const name of ['voltagent', 'google-adk'] as const) {
  rows.push(
    ...(await play(name, ({ id, plain, guarded }) => {
      const incidents = plain.incidents.join(', ') || 'no incident';
      process.stdout.write(`${id.padEnd(22)} plain: ${incidents.padEnd(34)} guarded: ${guarded.kind}\n`);
      for (const rule of guarded.rules) process.stdout.write(`${' '.repeat(66)}${rule}\n`);
    })),
  );
}
const wrong = wrongIn(rows);
for (const what of wrong) process.stdout.write(`✖ ${what}\n`);
if (wrong.length > 0) process.exitCode = 1;
else {
  writeResults(rows);
  writePage(rows);
}
