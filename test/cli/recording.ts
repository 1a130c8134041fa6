import { buildProgram, type Runners } from '../../src/cli/program.ts';
import { memory } from './cli.ts';

/** The program with commands that tell what they were asked for, and do nothing. */
export function recording(width = 100) {
  const asked: [string, unknown][] = [];
  const note = (name: string) => async (request: unknown) => {
    asked.push([name, request]);
    return 0;
  };
  const [out, err] = [{ ...memory(), width }, memory()];
  const streams = { out, err, input: process.stdin };
  const runners: Runners = {
    delegate: note('delegate'),
    check: note('check'),
    audit: note('audit'),
    judge: note('judge'),
    gateway: note('gateway'),
    trust: note('trust'),
    lab: note('lab'),
    explain: note('explain'),
    demo: note('demo'),
    completion: note('completion'),
  };
  return { program: buildProgram(runners, streams, () => undefined), asked, out };
}

/** The words of a simple command line, as a shell would split it. */
export function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Parses a command line. @returns what was asked for @throws what the parser says against it */
export async function parsed(args: readonly string[]): Promise<readonly [string, unknown][]> {
  const { program, asked } = recording();
  for (const [, name = ''] of args.join(' ').matchAll(/env:(\w+)/g)) process.env[name] ??= 'token';
  await program.parseAsync([...args], { from: 'user' });
  return asked;
}
