import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeNodeProblem, minimumNodeVersion } from './node-version.ts';

test('an older Node.js is named in one line, with what is needed and where it lies', () => {
  for (const version of ['20.20.2', '22.18.0', '22.9.1', '18.0.0', '0.12.18']) {
    const line = describeNodeProblem(version, '/opt/old/node');
    assert.equal(line, `probity needs Node.js 22.19.0 or newer, but /opt/old/node is ${version}.`);
  }
});

test('the oldest supported Node.js and everything newer will do', () => {
  for (const version of ['22.19.0', '22.20.1', '23.0.0', '24.21.0', '25.0.0-nightly2026', '100.0.0']) {
    assert.equal(describeNodeProblem(version, 'node'), undefined, version);
  }
});

test('package.json tells npm the same minimum', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { engines } = JSON.parse(text) as { engines: { node: string } };
  assert.equal(`${engines.node}.0`, `>=${minimumNodeVersion}`);
});
