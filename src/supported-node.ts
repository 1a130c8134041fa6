import { describeNodeProblem } from './node-version.ts';

// Imported before everything else: on an older Node.js some package below would fail with words that help nobody.
const problem = describeNodeProblem(process.versions.node, process.execPath);
if (problem !== undefined) throw new Error(problem);
