import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decoding, decoding, defectsIn, outcomeOf } from '../../../test/support/decoding.ts';
import type { Artifact, Message, Task } from '../model.ts';

const v1 = decoding('1.0', 'HTTP+JSON');
const v03 = decoding('0.3', 'JSONRPC');
const proto = decoding('0.3', 'HTTP+JSON');

const ids = { taskId: 't', contextId: 'c' };

function taskOf(decode: Decoding, body: unknown): Task {
  const last = outcomeOf(decode.answer('GetTask', body));
  assert.equal(last.kind, 'task');
  return last.task;
}

function artifactOf(decode: Decoding, artifact: unknown): Artifact | undefined {
  const event = { ...ids, artifact };
  const wrapped =
    decode === v03 ? { jsonrpc: '2.0', result: { kind: 'artifact-update', ...event } } : { artifactUpdate: event };
  const last = outcomeOf(decode.frame(wrapped));
  return last.kind === 'artifact' ? last.artifact : undefined;
}

describe('a state', () => {
  const stateOf = (state: unknown, decode = v1): readonly [unknown, readonly string[]] => {
    const seen = decode.frame({ statusUpdate: { ...ids, status: { state } } });
    const last = outcomeOf(seen);
    return [last.kind === 'status' && last.state, defectsIn(seen).map((defect) => defect.split(':')[0] ?? '')];
  };

  it('is read in every spelling that is in use', () => {
    assert.deepEqual(stateOf('TASK_STATE_INPUT_REQUIRED'), ['input-required', []]);
    assert.deepEqual(stateOf('TASK_STATE_UNSPECIFIED'), ['unknown', []]);
    assert.deepEqual(stateOf('input-required'), ['input-required', ['other-dialect']]);
    assert.deepEqual(stateOf('TASK_STATE_CANCELLED'), ['canceled', ['state-spelling']]);
    assert.deepEqual(stateOf('TASK_STATE_CANCELLED', proto), ['canceled', []]);
    for (const odd of ['Completed', 'COMPLETED', 'taskState_completed', 3]) {
      assert.deepEqual(stateOf(odd), ['completed', ['state-spelling']], String(odd));
    }
  });

  it('is unknown, and told as that, where no version knows it', () => {
    for (const strange of ['done', '', null, 99, -1, true, [], { state: 'completed' }, '__proto__', 'x'.repeat(1e6)]) {
      assert.deepEqual(stateOf(strange), ['unknown', ['unknown-state']], String(strange).slice(0, 20));
    }
  });

  it('is absent where it is not there at all', () => {
    assert.deepEqual(stateOf(undefined), ['unknown', ['field']]);
  });
});

describe('a part', () => {
  const partsOf = (decode: Decoding, ...parts: unknown[]) => artifactOf(decode, { artifactId: 'a', parts })?.parts;

  it('of 1.0 is handed on as it came', () => {
    const parts = [
      { text: 'x', mediaType: 'text/plain', later: 1 },
      { raw: '' },
      { url: 'u', filename: 'f' },
      { data: null },
      { data: { data: 1 } },
    ];
    assert.deepEqual(partsOf(v1, ...parts), parts);
  });

  it('of 0.x is read as one of 1.0', () => {
    assert.deepEqual(
      partsOf(
        v03,
        { kind: 'text', text: 'x', metadata: { a: 1 } },
        { kind: 'file', file: { bytes: 'eA==', mimeType: 'text/plain', name: 'x.txt' } },
        { kind: 'file', file: { uri: 'u' } },
        { kind: 'file', file: { fileWithUri: 'u', mimeType: 'a/b' } },
        { kind: 'data', data: { a: 1 } },
      ),
      [
        { text: 'x', metadata: { a: 1 } },
        { raw: 'eA==', mediaType: 'text/plain', filename: 'x.txt' },
        { url: 'u' },
        { url: 'u', mediaType: 'a/b' },
        { data: { a: 1 }, mediaType: 'application/json' },
      ],
    );
  });

  it('of the 0.3 proto is read as one of 1.0', () => {
    assert.deepEqual(partsOf(proto, { text: 'x' }, { file: { fileWithBytes: 'eA==' } }, { data: { data: { a: 1 } } }), [
      { text: 'x' },
      { raw: 'eA==' },
      { data: { a: 1 }, mediaType: 'application/json' },
    ]);
  });

  it('is mended where a member is of a wrong type, and left out where nothing of it is left', () => {
    const seen = v1.frame({
      artifactUpdate: {
        ...ids,
        artifact: {
          artifactId: 'a',
          parts: [{ text: 'x', mediaType: 5, filename: null }, { text: 7 }, 'y', null, {}, { metadata: {} }],
        },
      },
    });
    const last = outcomeOf(seen);
    assert.deepEqual(last.kind === 'artifact' && last.artifact.parts, [{ text: 'x' }]);
    assert.deepEqual(defectsIn(seen), ['field: parts[].mediaType is of the wrong type']);
  });

  it('has one content: of two the first is taken, and the other told', () => {
    const seen = v1.frame({
      artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ text: 'x', url: 'u', data: null }] } },
    });
    const last = outcomeOf(seen);
    assert.deepEqual(last.kind === 'artifact' && last.artifact.parts, [{ text: 'x' }]);
    assert.deepEqual(defectsIn(seen), ['field: parts[].url is of the wrong type']);
  });

  it('has its bytes in base64, of whichever kind, and is told where they are in none', () => {
    const told = (raw: string): readonly string[] => {
      const artifact = { artifactId: 'a', parts: [{ raw }] };
      const file = { artifactId: 'a', parts: [{ kind: 'file', file: { bytes: raw } }] };
      const old = v03.frame({ jsonrpc: '2.0', result: { kind: 'artifact-update', ...ids, artifact: file } });
      return [...defectsIn(v1.frame({ artifactUpdate: { ...ids, artifact } })), ...defectsIn(old)];
    };
    for (const raw of ['', 'aGk=', 'aGk', '-_-_', 'aGVs\r\nbG8=\n']) assert.deepEqual(told(raw), []);
    for (const raw of ['%PDF-1.7', 'data:text/plain;base64,aGk=', 'a=b']) {
      assert.deepEqual(told(raw), Array(2).fill('field: the bytes of a file are not in base64'));
    }
  });

  it('has its file in an object, and its data as one, in 0.x', () => {
    const told = (part: object): readonly string[] => {
      const artifact = { artifactId: 'a', parts: [part] };
      return defectsIn(v03.frame({ jsonrpc: '2.0', result: { kind: 'artifact-update', ...ids, artifact } }));
    };
    const wrong = 'field: a part of the kind file holds no file object';
    assert.deepEqual(told({ kind: 'file', url: 'https://agent.example/x.pdf', filename: 'x.pdf' }), [wrong]);
    assert.deepEqual(told({ kind: 'file', file: 'https://agent.example/x.pdf' }), [
      wrong,
      'field: parts[].file is of the wrong type',
    ]);
    assert.deepEqual(told({ kind: 'file', file: { uri: 'https://agent.example/x.pdf' } }), []);
    for (const data of [[1, 2], 'x', 0, null])
      assert.deepEqual(told({ kind: 'data', data }), ['field: the data of a part are no object']);
    assert.deepEqual(told({ kind: 'data', data: {} }), []);
    const artifact = { artifactId: 'a', parts: [{ data: [1, 2] }, { data: 'x' }, { kind: 'data', data: [1] }] };
    assert.deepEqual(defectsIn(v1.frame({ artifactUpdate: { ...ids, artifact } })), []);
  });

  it('of 1.0 may carry members of older versions besides', () => {
    const seen = v1.frame({
      artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] } },
    });
    assert.deepEqual(defectsIn(seen), []);
    const file = v1.frame({
      artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts: [{ kind: 'file', file: { uri: 'u' } }] } },
    });
    assert.deepEqual(defectsIn(file), ['other-dialect: in the form of another version than 1.0: files by kind']);
  });

  it('says by its kind what it is in 0.x, and by no other name', () => {
    const artifact = { artifactId: 'a', parts: [{ type: 'text', text: 'x' }] };
    assert.deepEqual(artifactOf(v03, artifact)?.parts, [{ text: 'x' }]);
    const told = v03.frame({ jsonrpc: '2.0', id: 1, result: { kind: 'artifact-update', ...ids, artifact } });
    assert.ok(defectsIn(told).includes('discriminator: neither a wrapper nor a kind says what the object is'));
  });
});

describe('a message', () => {
  const messageOf = (decode: Decoding, body: unknown): Message => {
    const last = outcomeOf(decode.answer('SendMessage', body));
    assert.equal(last.kind, 'message');
    return last.message;
  };

  it('keeps what nobody here knows', () => {
    const given = {
      messageId: 'm',
      role: 'ROLE_AGENT',
      parts: [{ text: 'x' }],
      contextId: 'c',
      extensions: ['urn:x'],
      later: { a: 1 },
    };
    const { raw, ...message } = messageOf(v1, { message: given });
    assert.deepEqual(message, {
      messageId: 'm',
      role: 'agent',
      parts: [{ text: 'x' }],
      contextId: 'c',
      extensions: ['urn:x'],
    });
    assert.deepEqual(raw, given);
  });

  it('is read without its discriminator', () => {
    const bare = { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'x' }] };
    assert.equal(messageOf(v03, { jsonrpc: '2.0', result: bare }).role, 'agent');
    assert.equal(
      messageOf(proto, { message: { messageId: 'm', role: 'ROLE_AGENT', content: [{ text: 'x' }] } }).parts.length,
      1,
    );
  });
});

describe('an answer', () => {
  it('holds one thing, and is told where it holds two', () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] };
    const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    const seen = v1.frame({ task, message });
    assert.equal(outcomeOf(seen).kind, 'task');
    assert.deepEqual(defectsIn(seen), ['field: one answer holds two events, such as a task and a message']);
    assert.deepEqual(defectsIn(v1.frame({ task, message: null })), []);
  });
});

describe('a task', () => {
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };

  it('is told with what it lacks', () => {
    const defects = (body: object, decode = v1): readonly string[] => defectsIn(decode.answer('GetTask', body));
    assert.deepEqual(defects({ ...task, contextId: undefined }), []);
    assert.deepEqual(defects({ ...task, artifacts: 'none', history: null }), ['field: artifacts is of the wrong type']);
    assert.deepEqual(defects({ ...task, artifacts: [{ parts: [] }] }), ['field: artifactId is absent']);
    assert.deepEqual(defects({ ...task, artifacts: [{ artifactId: 'a' }] }), ['field: parts is absent']);
    assert.deepEqual(defects({ ...task, history: [{ role: 'ROLE_USER', parts: [] }, 7] }), [
      'field: messageId is absent',
      'field: history is of the wrong type',
    ]);
    assert.deepEqual(defects({ ...task, history: [{ messageId: 'm', role: 'assistant', parts: [] }] }), [
      'field: a role is neither user nor agent',
    ]);
    const old = { jsonrpc: '2.0', result: { id: 't', status: { state: 'working' } } };
    assert.deepEqual(defects(old, v03), [
      'discriminator: neither a wrapper nor a kind says what the object is',
      'field: contextId is absent',
    ]);
  });

  it('keeps what it was read from, prototypes untouched', () => {
    const text =
      '{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"__proto__":{"artifacts":[1]},"constructor":1,"later":2}';
    const read = taskOf(v1, text);
    assert.equal(read.artifacts, undefined);
    assert.equal(read.raw['later'], 2);
    assert.deepEqual(Object.keys(read.raw).slice(-3), ['__proto__', 'constructor', 'later']);
    assert.equal(({} as { artifacts?: unknown }).artifacts, undefined);
  });

  it('is read with the member names of the proto files', () => {
    const seen = v1.frame({
      status_update: { task_id: 't', context_id: 'c', status: { state: 'TASK_STATE_WORKING' } },
    });
    const last = outcomeOf(seen);
    assert.deepEqual(last.kind === 'status' && [last.taskId, last.contextId], ['t', 'c']);
    assert.deepEqual(defectsIn(seen), ['field: members are spelled as in the proto files, such as task_id']);
  });
});

describe('the time of a status', () => {
  const timeOf = (timestamp: unknown, decode = v1): readonly [unknown, number] => {
    const seen = decode.frame(
      decode === v1
        ? { statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING', timestamp } } }
        : { jsonrpc: '2.0', result: { kind: 'status-update', ...ids, status: { state: 'working', timestamp } } },
    );
    const last = outcomeOf(seen);
    return [last.kind === 'status' && last.timestamp, defectsIn(seen).length];
  };

  it('is kept where it is one, and taken as UTC without a zone', () => {
    const usual = '2026-11-30T07:27:08.611Z';
    assert.deepEqual(timeOf(usual), [usual, 0]);
    assert.deepEqual(timeOf('2026-11-30T07:27:08Z'), ['2026-11-30T07:27:08Z', 0]);
    assert.deepEqual(timeOf('2026-11-30T07:27:08.611123+00:00', v03), ['2026-11-30T07:27:08.611123+00:00', 0]);
    assert.deepEqual(timeOf('2026-11-30T07:27:08.611123', v03), ['2026-11-30T07:27:08.611123Z', 0]);
    assert.deepEqual(timeOf('2026-11-30T09:27:08+02:00', v03), ['2026-11-30T09:27:08+02:00', 0]);
    assert.deepEqual(timeOf(undefined), [undefined, 0]);
    assert.deepEqual(timeOf(null), [undefined, 0]);
  });

  it('is in UTC by a Z, or by an offset of zero, which is told as its form alone', () => {
    const told = (zone: string) => {
      const timestamp = `2026-11-30t07:27:08.6111234${zone}`;
      const seen = v1.frame({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING', timestamp } } });
      const last = outcomeOf(seen);
      assert.ok(last.kind === 'status' && last.timestamp?.startsWith(timestamp));
      return defectsIn(seen).map((defect) => defect.split(':')[0]);
    };
    for (const zone of ['Z', 'z']) assert.deepEqual(told(zone), [], zone);
    for (const zone of ['+00:00', '-00:00']) assert.deepEqual(told(zone), ['time-form'], zone);
    for (const zone of ['+02:00', '-00:30', '+0000', '']) assert.deepEqual(told(zone), ['field'], zone);
  });

  it('is left out and told where it is none', () => {
    for (const none of [
      -1,
      1.7e12,
      9e99,
      '2026-13-45T99:00:00.000Z',
      '-000001-01-01T00:00:00Z',
      '+275760-09-13T00:00:00.000Z',
      'yesterday',
      {},
      [],
      true,
      '9'.repeat(100_000),
    ]) {
      assert.deepEqual(timeOf(none), [undefined, 1], String(none).slice(0, 30));
    }
  });
});

describe('push configs', () => {
  const configsOf = (
    body: unknown,
    operation: 'GetTaskPushNotificationConfig' | 'ListTaskPushNotificationConfigs' = 'GetTaskPushNotificationConfig',
  ) => {
    const last = outcomeOf(v1.answer(operation, body));
    return last.kind === 'config' ? last.configs : last.kind;
  };
  const config = { id: 'k', taskId: 't', url: 'u' };

  it('are read in the shape of every version', () => {
    for (const body of [
      config,
      { taskId: 't', pushNotificationConfig: { id: 'k', url: 'u' } },
      { name: 'tasks/t/pushNotificationConfigs/k', pushNotificationConfig: { url: 'u' } },
      { config: { taskId: 't', pushNotificationConfig: { id: 'k', url: 'u' } } },
    ]) {
      assert.deepEqual(configsOf(body), [config], JSON.stringify(body));
      assert.deepEqual(configsOf([body], 'ListTaskPushNotificationConfigs'), [config]);
      assert.deepEqual(configsOf({ configs: [body] }, 'ListTaskPushNotificationConfigs'), [config]);
    }
    assert.deepEqual(configsOf({ nextPageToken: '' }, 'ListTaskPushNotificationConfigs'), []);
    assert.equal(configsOf({ configs: 'none' }, 'ListTaskPushNotificationConfigs'), 'failure');
    assert.equal(configsOf({}), 'failure');
  });
});

describe('a list', () => {
  it('is read with its page, and without what is no task', () => {
    const entry = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    const seen = v1.answer('ListTasks', { tasks: [entry, 7, {}], nextPageToken: '', totalSize: 3, pageSize: 50 });
    const last = outcomeOf(seen);
    assert.deepEqual(last.kind === 'list' && [last.tasks.length, last.nextPageToken, last.totalSize], [1, '', 3]);
    assert.deepEqual(defectsIn(seen), ['field: tasks[] is of the wrong type']);
    assert.equal(outcomeOf(v1.answer('ListTasks', { tasks: {} })).kind, 'failure');
  });
});
