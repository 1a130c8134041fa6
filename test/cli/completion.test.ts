import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { EVERY_RULE } from '../../src/catalogue/catalogue.ts';
import { deviations } from '../../src/lab/index.ts';
import { runHere } from './cli.ts';

const scripts: Record<string, string> = {};

before(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await runHere(['completion', shell]);
    assert.equal(code, 0);
    scripts[shell] = stdout;
  }
});

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const program = `
    ${scripts['bash']}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    _probity
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-uc', program], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  test('bash: commands', () => {
    assert.deepEqual(offered('probity', 'd'), ['delegate', 'demo']);
  });

  test('bash: deviations, rules, shells, commands to be helped with', () => {
    assert.deepEqual(offered('probity', 'lab', 'zombie'), ['zombie-cancel']);
    assert.deepEqual(offered('probity', 'explain', 'cancel/res'), ['cancel/resurrected']);
    assert.deepEqual(offered('probity', 'completion', ''), ['--help', 'bash', 'zsh', 'fish']);
    assert.deepEqual(offered('probity', 'help', 'l'), ['lab']);
  });

  test('bash: options, and the values that one can have', () => {
    assert.deepEqual(offered('probity', 'delegate', 'http://x', '--c'), ['--cancel-after']);
    assert.deepEqual(offered('probity', 'lab', '--dialect', ''), ['0.2', '0.3', '1.0']);
    assert.deepEqual(offered('probity', 'delegate', '--data', ''), [], 'left to file names');
  });

  test('zsh and fish know the same words', () => {
    const words = [...deviations.map(({ name }) => name), ...EVERY_RULE.map(({ id }) => id), 'delegate', '1.0'];
    for (const shell of ['zsh', 'fish']) for (const word of words) assert.ok(scripts[shell]?.includes(word), word);
    assert.match(scripts['zsh'] ?? '', /^#compdef probity\n/);
    assert.match(scripts['fish'] ?? '', /-l cancel-after -r -d /);
  });

  test('a shell that nobody wrote for: exit 2', async () => {
    const { code, stderr } = await runHere(['completion', 'tcsh']);
    assert.equal(code, 2);
    assert.match(stderr, /Allowed choices are bash, zsh, fish/);
  });
});
