import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { GuardError } from '../../src/guard/guard-error.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import { type ReattachOptions, reattach } from '../../src/guard/reattach.ts';
import type { RunningDelegation } from '../../src/guard/run.ts';
import { type LabOptions, type LabPeer, startLab } from '../../src/lab/index.ts';
import { MemoryJournal } from './memory-journal.ts';
import { SHORT } from './short-bounds.ts';

const peers: LabPeer[] = [];
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
});

async function lab(options: LabOptions = {}): Promise<LabPeer> {
  const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 20, ...options });
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
    const { journal, delegation } = begin(peer, 'slow 5');
    let left: MemoryJournal | undefined;
    await until(delegation, ({ kind }) => {
      left ??= journal.ifItEndedNow();
      return kind === 'opened';
    });
    await delegation.outcome;
    assert.ok(left !== undefined);
    const [entry] = journal.entries.concat(left.entries);
    assert.ok(entry === undefined || entry.message !== undefined);
    const unheard = new MemoryJournal(
      left.entries.map((each) => ({ ...each, taskId: undefined, contextId: undefined })),
    );
    if (unheard.entries.length === 0) return assert.fail('it was saved before its message went out');
    const outcome = await (await takenUp(unheard)).outcome;
    assert.equal(outcome.kind, 'completed');
    assert.equal(sends(peer), 1);
  });

  it('ends as unknown where nothing can be found out: in a dialect without a list, or if it never went out', async () => {
    const peer = await lab({ dialect: '0.3' });
    const { journal, delegation } = begin(peer, 'slow 3');
    const saved: MemoryJournal[] = [];
    await until(delegation, () => {
      saved.push(journal.ifItEndedNow());
      return false;
    });
    await delegation.outcome;
    const [entry] = saved.flatMap(({ entries }) => entries);
    assert.ok(entry !== undefined);
    const outcome = await (await takenUp(new MemoryJournal([{ ...entry, taskId: undefined }]))).outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    const newer = await lab();
    const elsewhere = {
      ...entry,
      plan: {
        ...entry.plan,
        interface: { ...entry.plan.interface, dialect: '1.0', url: newer.endpoints['JSONRPC'] ?? '' } as const,
      },
    };
    const never = await (await takenUp(new MemoryJournal([{ ...elsewhere, taskId: undefined }]))).outcome;
    assert.equal(never.kind, 'outcome-unknown');
    assert.equal(sends(peer), 1);
    assert.equal(sends(newer), 0);
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
    const { journal, delegation } = begin(peer, 'hello');
    let left: readonly (typeof journal.entries)[number][] = [];
    await until(delegation, () => {
      left = journal.entries.length > 0 ? journal.ifItEndedNow().entries : left;
      return false;
    });
    const outcome = await delegation.outcome;
    const task = 'task' in outcome ? outcome.task : undefined;
    const [entry] = left;
    assert.ok(entry?.taskId !== undefined && task?.artifacts?.length);
    const artifacts = async (delivered: Record<string, string | null>): Promise<number> => {
      const events: DelegationEvent[] = [];
      const again = await takenUp(new MemoryJournal([{ ...entry, delivered }]), {
        onEvent: (event) => events.push(event),
      });
      assert.equal((await again.outcome).kind, 'completed');
      return events.filter(({ kind }) => kind === 'artifact').length;
    };
    const [id = ''] = task.artifacts.map(({ artifactId }) => artifactId);
    const first = await artifacts({});
    assert.ok(first > 0);
    assert.equal(await artifacts({ [id]: null }), first, 'a part may have been all that it got');
    assert.equal(await artifacts({ [id]: 'another content' }), first);
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
    const { journal, delegation } = begin(peer, 'clarify please');
    await delegation.outcome;
    const waiting = journal.ifItEndedNow();
    const answered: MemoryJournal[] = [];
    const next = delegation.resume('tomorrow');
    await until(next, () => {
      answered.push(journal.ifItEndedNow());
      return false;
    });
    assert.equal((await next.outcome).kind, 'completed');
    const [entry] = waiting.entries;
    const asked = answered.flatMap(({ entries }) => entries).find(({ message }) => message?.question !== undefined);
    assert.ok(entry !== undefined && asked !== undefined, 'the answer was saved before it went out');
    let times = 0;
    const answer = (): string => {
      times++;
      return 'tomorrow';
    };
    // Another task still asks the same, as if the answer had been lost on its way.
    const same = begin(peer, 'clarify please');
    await same.delegation.outcome;
    const [stillAsks] = same.journal.ifItEndedNow().entries;
    assert.ok(stillAsks !== undefined);
    const question = await questionOf(peer, stillAsks.taskId ?? '');
    const message = { messageId: 'never-arrived', at: stillAsks.begunAt, question };
    const outcome = await (await takenUp(new MemoryJournal([{ ...stillAsks, message }]), { answer })).outcome;
    assert.equal(outcome.kind, 'outcome-unknown');
    assert.equal(times, 0);
    // The one whose answer did arrive is simply followed.
    assert.equal((await (await takenUp(new MemoryJournal([asked]), { answer })).outcome).kind, 'completed');
    assert.equal(times, 0);
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

/** By what the question of a task is known again. */
async function questionOf(peer: LabPeer, taskId: string): Promise<string> {
  const journal = new MemoryJournal();
  let question = '';
  const { followTask } = await import('../../src/guard/delegate.ts');
  const { questionOf: of } = await import('../../src/guard/turn-memory.ts');
  const outcome = await followTask(peer.url, taskId, { bounds: SHORT, aftercareMs: 0, journal }).outcome;
  if ('task' in outcome && outcome.task !== undefined) question = of(outcome.task);
  return question;
}
