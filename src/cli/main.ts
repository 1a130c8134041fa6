#!/usr/bin/env node
// Nothing is imported statically: an old Node.js must come far enough to say that it is too old, instead of stumbling
// over syntax or modules that it does not know.
const { describeNodeProblem } = await import('../node-version.ts');
const problem = describeNodeProblem(process.versions.node, process.execPath);
if (problem === undefined) {
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv.slice(2));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}
