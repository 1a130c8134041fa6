// Loaded into every test file's process. A file whose tests are over but which still listens, or has a timer, would
// keep `npm test` waiting for ever: after the limit it says what is open and fails.
const limitS = Number(process.env.TEST_FILE_LIMIT_S ?? 300);

if (process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${process.argv[1]} did not end within ${limitS} s. Still open: ${open}\n`);
    process.exit(1);
  }, limitS * 1000).unref();
}
