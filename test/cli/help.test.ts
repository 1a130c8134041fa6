import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { memory, run, runHere } from './cli.ts';

/** The program with commands that tell what they were asked for, and do nothing. */
function recording() {
  const asked: [string, unknown][] = [];
  const note = (name: string) => async (request: unknown) => {
    asked.push([name, request]);
    return 0;
  };
  const [out, err] = [memory(), memory()];
  const streams = { out, err, input: process.stdin };
  const runners = {
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
  return { program: buildProgram(runners, streams, () => undefined), asked, out, err };
}

/** The help of a command, as it is shown. */
async function helpOf(name: string): Promise<string> {
  const { program, out } = recording();
  const args = name === '' ? ['--help'] : [name, '--help'];
  await program.parseAsync(args, { from: 'user' }).catch(() => undefined);
  return out.text();
}

/** The words of a simple command line, as a shell would split it. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** The calls of the program in the examples of a help text. */
function examplesIn(help: string): string[] {
  const [, examples = ''] = help.split('\nExamples:\n');
  return [...examples.matchAll(/^ {2}(?!#)(?:.*[|(] ?)?probity ([^>)\n]*)/gm)].map(([, call]) => call?.trim() ?? '');
}

const commands = recording().program.commands as Command[];

describe('--help', { concurrency: 4 }, () => {
  for (const name of ['', ...commands.map((command) => command.name())]) {
    test(`${name || 'of the program'}: fits 100 columns, and each of its examples parses`, async () => {
      const help = await helpOf(name);
      for (const line of help.split('\n')) assert.ok(line.length <= 100, line);
      const examples = examplesIn(help);
      assert.ok(examples.length >= 2, help);
      process.env['AGENT_TOKEN'] = 'token';
      for (const example of examples) {
        const { program, asked, err } = recording();
        const args = words(example).filter((word) => word !== '"');
        const help = args[0] === 'help';
        await program.parseAsync(args, { from: 'user' }).catch((error: { exitCode?: number }) => {
          if (!help || error.exitCode !== 0) throw new Error(`${example}: ${err.text()}`, { cause: error });
        });
        if (!help) assert.equal(asked.length, 1, example);
      }
    });
  }

  test('is on stdout with exit 0 where it was asked for', async () => {
    for (const args of [['--help'], ['help', 'delegate'], ['delegate', '-h']]) {
      const { code, stdout, stderr } = await runHere(args);
      assert.equal(code, 0);
      assert.match(stdout, /^Usage: probity/);
      assert.equal(stderr, '');
    }
  });

  test('is on stderr with exit 2 where nothing was asked for', async () => {
    const { code, stdout, stderr } = await runHere([]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^Usage: probity/);
  });

  test('of a command that there is none of is that, with exit 2', async () => {
    const { code, stdout, stderr } = await runHere(['journal', '--help']);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^probity: unknown command 'journal'/);
  });

  test('--version is the version alone', async () => {
    const { code, stdout } = await run(['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\S*\n$/);
  });
});

test('a default is told as it would be typed', async () => {
  for (const command of commands) assert.doesNotMatch(await helpOf(command.name()), /default:\s[[{]/, command.name());
  assert.match(await helpOf('gateway'), /default:\s+127\.0\.0\.1:4780/);
});
