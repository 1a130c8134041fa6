import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { run, runHere } from './cli.ts';
import { parsed, recording, words } from './recording.ts';

/** The help of a command, as it is shown. */
async function helpOf(name: string, width = 100): Promise<string> {
  const { program, out } = recording(width);
  const args = name === '' ? ['--help'] : [name, '--help'];
  await program.parseAsync(args, { from: 'user' }).catch(() => undefined);
  return out.text();
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
      for (const example of examples) {
        const args = words(example).filter((word) => word !== '"');
        const asked = await parsed(args).catch((error: { exitCode?: number; message?: string }) => {
          if (args[0] !== 'help' || error.exitCode !== 0) throw new Error(`${example}: ${error.message}`);
          return undefined;
        });
        assert.equal(asked?.length ?? 1, 1, example);
      }
    });
  }

  test('fits 80 columns, too, but for command lines, which are there to be copied', async () => {
    for (const name of ['', ...commands.map((command) => command.name())]) {
      for (const line of (await helpOf(name, 80)).split('\n')) {
        assert.ok(line.length <= 80 || /^ {2}(?:\S.*)?probity /.test(line) || /^ {2}[#{]/.test(line), line);
      }
    }
  });

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
