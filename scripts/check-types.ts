// Type-checks the project exactly as `tsc -p .` does, and with the same program looks for promises that are dropped.
// Biome looks for those too, but does not know what functions of Node or of packages return: an `assert.rejects(…)`
// without `await` is a test that cannot fail.
import { relative } from 'node:path';
import ts from 'typescript';

const root = process.cwd();
const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([ts.formatDiagnostic(diagnostic, host)]),
});
if (config) {
  const program = ts.createProgram({ rootNames: config.fileNames, options: config.options });
  const diagnostics = [...config.errors, ...ts.getPreEmitDiagnostics(program)];
  const types = diagnostics.map((diagnostic) => ts.formatDiagnostic(diagnostic, host));
  const problems = [...types, ...findDroppedPromises(program)];
  if (problems.length > 0) fail(problems);
}

function fail(problems: readonly string[]): void {
  process.stdout.write(problems.join(''));
  process.exitCode = 1;
}

function findDroppedPromises(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile) visit(file);
  }
  return found;

  function visit(node: ts.Node): void {
    if (ts.isExpressionStatement(node) && isDroppedPromise(node.expression)) {
      const file = node.getSourceFile();
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
      const place = `${relative(root, file.fileName)}(${line + 1},${character + 1})`;
      found.push(`${place}: error dropped-promise: await it, or say \`void\` where nobody has to wait for it.\n`);
    }
    ts.forEachChild(node, visit);
  }

  function isDroppedPromise(expression: ts.Expression): boolean {
    if (!ts.isCallExpression(expression) && !ts.isNewExpression(expression)) return false;
    if (isHandled(expression) || isTestDeclaration(expression)) return false;
    return checker.getAwaitedType(checker.getTypeAtLocation(expression)) !== checker.getTypeAtLocation(expression);
  }

  /** `test()` and its like return promises that the runner waits for. */
  function isTestDeclaration(expression: ts.CallExpression | ts.NewExpression): boolean {
    const declaration = checker.getResolvedSignature(expression)?.declaration;
    return declaration?.getSourceFile().fileName.endsWith('/@types/node/test.d.ts') === true;
  }
}

/** `.catch(handler)` and `.then(…, handler)` leave no rejection without a reader. */
function isHandled(expression: ts.CallExpression | ts.NewExpression): boolean {
  const { expression: callee, arguments: args } = expression;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  if (callee.name.text === 'catch') return args?.length === 1;
  return callee.name.text === 'then' && args?.length === 2;
}
