import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { GuardError } from '../../src/guard/guard-error.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { type ReattachOptions, reattach } from '../../src/guard/reattach.ts';
import type { RunningDelegation } from '../../src/guard/run.ts';
import { questionOf } from '../../src/guard/turn-memory.ts';
import { type LabOptions, type LabPeer, startLab } from '../../src/lab/index.ts';
import { contentDigest } from '../../src/protocol/content-digest.ts';
import type { Artifact } from '../../src/protocol/model.ts';
import type { DelegationEntry } from '../../src/store/journal.ts';
import { MemoryJournal } from './memory-journal.ts';
import { SHORT, STEP_MS } from './short-bounds.ts';

const peers: LabPeer[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

async function lab(options: LabOptions = {}): Promise<LabPeer> {
  const peer = await startLab({ bindings: ['JSONRPC'], stepMs: STEP_MS, ...options });
  peers.push(peer);
  return peer;
}

const sends = (peer: LabPeer): number =>
  peer.ledger.entries.filter(({ kind, operation }) => kind === 'request' && operation === 'send').length;

function begin(peer: LabPeer, text: string, options: DelegateOptions = {}) {
  const journal = new MemoryJournal();
  const delegation = delegate(peer.url, text, { bounds: SHORT, aftercareMs: 0, journal, ...options });
  return { journal, delegation };
}

/** What a journal held of a delegation that has come to its end, just before that. */
async function entryOf(peer: LabPeer, text: string, options: DelegateOptions = {}): Promise<DelegationEntry> {
  const { journal, delegation } = begin(peer, text, options);
  let left: DelegationEntry | undefined;
  const keep = setInterval(() => {
    left = journal.ifItEndedNow().entries[0] ?? left;
  }, 1);
  await delegation.outcome;
  clearInterval(keep);
  assert.ok(left?.taskId !== undefined);
  return left;
}

async function until(delegation: RunningDelegation, met: (event: DelegationEvent) => boolean): Promise<void> {
  for await (const event of delegation) if (met(event)) return;
}

async function takenUp(journal: MemoryJournal, options: ReattachOptions = {}): Promise<RunningDelegation> {
  const [taken, ...others] = await reattach(journal, { aftercareMs: 0, ...options });
  assert.ok(taken !== undefined && others.length === 0);
  return taken.delegation;
}

const taskIdOf = (outcome: Outcome) => ('task' in outcome ? outcome.task?.id : undefined);

describe('a delegation that a process has left', () => {
  it('goes on to its verified end, and nothing is sent again', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'slow 10');
    await until(delegation, ({ kind }) => kind === 'artifact');
    const left = journal.ifItEndedNow();
    const events: DelegationEvent[] = [];
    const again = await takenUp(left, { onEvent: (event) => events.push(event) });
    const outcome = await again.outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(outcome.ok, true);
    assert.equal(taskIdOf(outcome), taskIdOf(await delegation.outcome));
    assert.equal(sends(peer), 1);
    assert.ok(events.some(({ kind }) => kind === 'opened'));
    await new Promise((go) => setImmediate(go));
    assert.deepEqual(left.entries, [], 'it is over');
    assert.deepEqual(journal.entries, []);
  });

  it('is found in the list of tasks where its id was never heard', async () => {
    const peer = await lab();
    const entry = await entryOf(peer, 'slow 3');
    const left = new MemoryJournal([{ ...entry, taskId: undefined, contextId: undefined }]);
    const outcome = await (await takenUp(left)).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(taskIdOf(outcome), entry.taskId);
    assert.equal(sends(peer), 1);
  });

  it('ends as unknown where nothing can be found out: without a list, or if its message never went out', async () => {
    const old = await lab({ dialect: '0.3' });
    const unheard = { ...(await entryOf(old, 'slow 3')), taskId: undefined };
    const outcome = await (await takenUp(new MemoryJournal([unheard]))).outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.match('why' in outcome ? outcome.why : '', /ended before it had the answer/);
    assert.equal(sends(old), 1);
    const peer = await lab();
    const message = { messageId: 'never-sent', at: 1, question: undefined };
    const unsent = { ...(await entryOf(peer, 'slow 3')), taskId: undefined, contextId: undefined, message };
    assert.equal((await (await takenUp(new MemoryJournal([unsent]))).outcome).kind, 'outcome-unknown');
    assert.equal(sends(peer), 1);
  });

  it('is cancelled where that had been decided, and watched until it is', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'slow 100');
    await until(delegation, ({ kind }) => kind === 'artifact');
    const [entry] = journal.ifItEndedNow().entries;
    assert.ok(entry !== undefined);
    const left = new MemoryJournal([{ ...entry, fence: { because: 'cancel', at: entry.begunAt } }]);
    const events: DelegationEvent[] = [];
    const outcome = await (await takenUp(left, { onEvent: (event) => events.push(event) })).outcome;
    assert.equal(outcome.kind, 'canceled');
    assert.equal(outcome.stopped, 'cancel');
    assert.ok(!events.some(({ kind }) => kind === 'artifact'), 'nothing passes the fence');
    await delegation.outcome;
  });

  it('is cancelled where its time is over', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'slow 100');
    await until(delegation, ({ kind }) => kind === 'opened');
    const [entry] = journal.ifItEndedNow().entries;
    assert.ok(entry !== undefined);
    const outcome = await (await takenUp(new MemoryJournal([{ ...entry, deadlineAt: 1 }]))).outcome;
    assert.equal(outcome.kind, 'canceled');
    assert.equal(outcome.stopped, 'deadline');
    await delegation.outcome;
  });

  it('brings only artifacts that the caller has not got', async () => {
    const peer = await lab();
    const entry = await entryOf(peer, 'slow 20');
    const artifacts = async (delivered: Record<string, string | null>): Promise<readonly Artifact[]> => {
      const got: Artifact[] = [];
      const onEvent = (event: DelegationEvent): void => {
        if (event.kind === 'artifact') got.push(event.artifact);
      };
      const again = await takenUp(new MemoryJournal([{ ...entry, delivered }]), { onEvent });
      assert.equal((await again.outcome).kind, 'completed');
      return got;
    };
    const [artifact, ...others] = await artifacts({});
    assert.ok(artifact !== undefined && others.length === 0);
    const { artifactId } = artifact;
    assert.deepEqual(Object.keys(entry.delivered), [artifactId], 'it was saved on the way');
    assert.equal((await artifacts({ [artifactId]: contentDigest([artifact], undefined) })).length, 0);
    assert.equal((await artifacts({ [artifactId]: null })).length, 1, 'a part may have been all that it got');
    assert.equal((await artifacts({ [artifactId]: 'another content' })).length, 1);
  });
});

describe('a task that waits for its caller', () => {
  it('waits for whoever takes it up, however long that took, and can be answered', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'clarify please');
    assert.equal((await delegation.outcome).kind, 'input-required');
    const left = journal.ifItEndedNow();
    assert.equal(left.entries[0]?.deadlineAt, undefined);
    const again = await takenUp(left);
    assert.equal((await again.outcome).kind, 'input-required');
    assert.equal((await again.resume('tomorrow').outcome).kind, 'completed');
    assert.equal(sends(peer), 2);
    await new Promise((go) => setImmediate(go));
    assert.deepEqual(left.entries, []);
  });

  it('is not answered again where it is not known whether the answer was taken', async () => {
    const peer = await lab();
    let times = 0;
    const answer = (): string => {
      times++;
      return 'tomorrow';
    };
    // The answer arrived: the task is simply followed.
    const answered = await entryOf(peer, 'clarify please', { answer: () => 'tomorrow' });
    assert.notEqual(answered.message?.question, undefined, 'it was saved before it went out');
    assert.equal((await (await takenUp(new MemoryJournal([answered]), { answer })).outcome).kind, 'completed');
    // It did not: the task still asks the same.
    const { journal, delegation } = begin(peer, 'clarify please');
    const asked = await delegation.outcome;
    const [waiting] = journal.ifItEndedNow().entries;
    assert.ok(waiting !== undefined && asked.kind === 'input-required');
    const message = { messageId: 'never-arrived', at: waiting.begunAt, question: questionOf(asked.task) };
    const outcome = await (await takenUp(new MemoryJournal([{ ...waiting, message }]), { answer })).outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.equal(times, 0);
  });
});

describe('a delegation', () => {
  it('is saved before its message goes out, its task before anything is asked of it, a cancel before it is asked', async () => {
    const peer = await lab();
    const requests = () =>
      peer.ledger.entries.flatMap(({ kind, operation }) => (kind === 'request' ? [operation] : []));
    const journal = new MemoryJournal();
    const hold = (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      journal.gate = promise;
      return resolve;
    };
    const begun = hold();
    let opened: (() => void) | undefined;
    const delegation = delegate(peer.url, 'slow 100', {
      bounds: SHORT,
      aftercareMs: 0,
      journal,
      onEvent: ({ kind }) => {
        if (kind === 'opened') opened = hold();
      },
    });
    while (!requests().includes('card')) await wait(5);
    await wait(100);
    assert.deepEqual(requests(), ['card']);
    begun();
    while (opened === undefined) await wait(5);
    await wait(100);
    assert.deepEqual(requests(), ['card', 'send']);
    opened();
    while (!requests().includes('get')) await wait(5);
    const canceled = hold();
    delegation.cancel();
    await wait(100);
    assert.ok(!requests().includes('cancel'));
    canceled();
    assert.equal((await delegation.outcome).kind, 'canceled');
  });
});

describe('a delegation that cannot be saved', () => {
  it('is not begun, and its caller is told why', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'hello');
    journal.fails = true;
    await assert.rejects(delegation.outcome, (error: unknown) => {
      assert.ok(error instanceof GuardError && error.code === 'not-saved', String(error));
      assert.match(error.message, /nothing was sent: the disk is full/);
      return true;
    });
    assert.equal(sends(peer), 0);
  });

  it('goes on where that happens later', async () => {
    const peer = await lab();
    const { journal, delegation } = begin(peer, 'hello', {
      onEvent: ({ kind }) => {
        if (kind === 'opened') journal.fails = true;
      },
    });
    assert.equal((await delegation.outcome).ok, true);
  });
});
