// Loaded into every test file's process. With PROBITY_SEED set, as `npm test` does, properties try the same cases on
// every run: a change that breaks one is told apart from luck. Without it, and in `npm run test:deep`, they explore.
const seed = process.env.PROBITY_SEED;

if (seed !== undefined && process.env.NODE_TEST_CONTEXT !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(seed) });
}
