// The test reporter: Node's own `spec`, and then one last line "N passed, N failed" to be read by people and programs.
// It also fails what Node lets pass: a run without tests, and a file that registers none or exits before they end.
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

export default async function* report(events) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  yield* Readable.from(observe(events, tally)).compose(new spec());
  const { passed, failed, skipped } = tally;
  const nothingRan = passed + failed + skipped === 0;
  if (nothingRan) yield '\n✖ No test ran.\n';
  if (nothingRan || failed > 0) process.exitCode = 1;
  yield `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
}

/** Counts, and hands on what `spec` shall print: all but its own summary, which would contradict ours. */
async function* observe(events, tally) {
  let emptyFiles = 0;
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:pass' && isWholeFile(data)) {
      emptyFiles += 1;
      yield { type: 'test:fail', data: { ...data, details: { ...data.details, error: emptyFileError() } } };
    } else if (type === 'test:summary' && data.file === undefined) {
      const { passed, failed, cancelled, skipped, todo } = data.counts;
      tally.passed = passed - emptyFiles;
      tally.failed = failed + cancelled + emptyFiles;
      tally.skipped = skipped + todo;
    } else if (type !== 'test:diagnostic' || data.file !== undefined) {
      yield event;
    }
  }
}

/** Node tells of a file as a test of its own, named after its path, if nothing else came out of it. */
function isWholeFile({ name, file, nesting, line }) {
  return nesting === 0 && line === 1 && file !== undefined && basename(name) === basename(file);
}

function emptyFileError() {
  const cause = 'no test of this file ran to its end';
  return Object.assign(new Error(cause, { cause }), { code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure' });
}
