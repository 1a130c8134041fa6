import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PROFILE_SCHEMA } from '../../src/contract/file/profile-schema.ts';
import { readProfile } from '../../src/contract/file/read-profile.ts';
import { readTaskClass } from '../../src/contract/file/read-task-class.ts';
import { TASK_CLASS_SCHEMA } from '../../src/contract/file/task-class-schema.ts';

const page = readFileSync(new URL('../../docs/negotiating.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n(# [^\n]*: a ([^\n]*)\n.*?)^```/gms)].map(([, text = '', kind = '']) => ({
  text,
  kind,
}));

describe('the files in the guide', () => {
  it('are a profile and a task class, which can be read', () => {
    const [profile, task] = ['profile', 'task class'].map((kind) => blocks.find((block) => block.kind === kind)?.text);
    assert.equal(readProfile(profile ?? '').blockingLimitMs, 30_000);
    assert.equal(readTaskClass(task ?? '').maxDurationMs, 7_200_000);
  });

  it('show every member that there is', () => {
    for (const [kind, schema] of [
      ['profile', PROFILE_SCHEMA],
      ['task class', TASK_CLASS_SCHEMA],
    ] as const) {
      const text = blocks.find((block) => block.kind === kind)?.text ?? '';
      for (const name of Object.keys(schema.properties).filter((each) => each !== '$schema')) {
        assert.match(text, new RegExp(`^${name}:`, 'm'));
      }
    }
  });
});
