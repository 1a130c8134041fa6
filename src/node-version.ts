/** The oldest Node.js that can run us; package.json's `engines` says the same to npm. */
export const minimumNodeVersion = '22.19.0';

/**
 * Tells whether a Node.js is too old to run this program.
 *
 * @param version as in `process.versions.node`
 * @returns the line to show, or undefined if the version will do
 */
export function describeNodeProblem(version: string, execPath: string): string | undefined {
  if (compareVersions(version, minimumNodeVersion) >= 0) return undefined;
  return `probity needs Node.js ${minimumNodeVersion} or newer, but ${execPath} is ${version}.`;
}

function compareVersions(left: string, right: string): number {
  const [leftParts, rightParts] = [numbersIn(left), numbersIn(right)];
  for (const [index, wanted] of rightParts.entries()) {
    const difference = (leftParts[index] ?? 0) - wanted;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Leading numbers only: a pre-release such as 25.0.0-nightly counts as its release. */
function numbersIn(version: string): number[] {
  return version.split('.', 3).map((part) => Number.parseInt(part, 10) || 0);
}
