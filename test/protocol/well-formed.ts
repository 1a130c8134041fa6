import assert from 'node:assert/strict';
import type { Artifact, Message, Part, Task } from '../../src/protocol/model.ts';
import type { Observation } from '../../src/protocol/observation.ts';
import { OPERATIONS } from '../../src/protocol/operation.ts';
import { TASK_STATES } from '../../src/protocol/task-state.ts';

const LONGEST_DETAIL = 300;

/** Fails unless an observation is what its type says, down to every member that is known. */
export function assertWellFormed(seen: Observation): void {
  assert.ok(Number.isFinite(seen.received) && OPERATIONS.includes(seen.vantage.operation));
  switch (seen.kind) {
    case 'task':
      return assertTask(seen.task);
    case 'status':
      optional('string', seen.taskId, seen.contextId, seen.timestamp);
      optional('boolean', seen.final);
      assertState(seen.state);
      return seen.message && assertMessage(seen.message);
    case 'artifact':
      optional('string', seen.taskId, seen.contextId);
      assert.ok(typeof seen.append === 'boolean' && typeof seen.lastChunk === 'boolean');
      return assertArtifact(seen.artifact);
    case 'message':
      return assertMessage(seen.message);
    case 'error':
      assert.ok(typeof seen.name === 'string' && typeof seen.message === 'string');
      assert.equal(typeof seen.httpStatus, 'number');
      optional('number', seen.code, seen.retryAfterMs);
      return optional('string', seen.reason);
    case 'failure':
      assert.ok(seen.message.length <= LONGEST_DETAIL && typeof seen.sent === 'boolean');
      return;
    case 'defect':
      assert.ok(seen.detail.length <= LONGEST_DETAIL, seen.detail);
      assert.ok(seen.detail.isWellFormed());
      return;
    case 'list':
      optional('string', seen.nextPageToken);
      optional('number', seen.totalSize, seen.pageSize);
      for (const task of seen.tasks) assertTask(task);
      return;
    case 'config':
      for (const { id, taskId, url } of seen.configs) optional('string', id, taskId, url);
      return;
    case 'card':
      return assertObject(seen.card);
    default:
      return;
  }
}

function assertTask(task: Task): void {
  assert.ok(typeof task.id === 'string' && task.id !== '');
  optional('string', task.contextId, task.timestamp);
  assert.ok(task.timestamp === undefined || !Number.isNaN(Date.parse(task.timestamp)));
  assertState(task.state);
  if (task.statusMessage !== undefined) assertMessage(task.statusMessage);
  for (const artifact of task.artifacts ?? []) assertArtifact(artifact);
  for (const message of task.history ?? []) assertMessage(message);
  assertObject(task.raw);
}

function assertArtifact(artifact: Artifact): void {
  assert.equal(typeof artifact.artifactId, 'string');
  optional('string', artifact.name, artifact.description);
  if (artifact.metadata !== undefined) assertObject(artifact.metadata);
  for (const uri of artifact.extensions ?? []) assert.equal(typeof uri, 'string');
  for (const part of artifact.parts) assertPart(part);
}

function assertMessage(message: Message): void {
  optional('string', message.messageId, message.taskId, message.contextId);
  assert.ok(message.role === undefined || message.role === 'user' || message.role === 'agent');
  if (message.metadata !== undefined) assertObject(message.metadata);
  for (const uri of message.extensions ?? []) assert.equal(typeof uri, 'string');
  for (const part of message.parts) assertPart(part);
}

function assertPart(part: Part): void {
  assertObject(part);
  optional('string', part.text, part.raw, part.url, part.mediaType, part.filename);
  if (part.metadata !== undefined) assertObject(part.metadata);
}

function assertState(state: unknown): void {
  assert.ok((TASK_STATES as readonly unknown[]).includes(state));
}

function assertObject(value: unknown): void {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value));
  // A reader that assigned a member called __proto__ would show here.
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
}

function optional(type: 'string' | 'number' | 'boolean', ...values: readonly unknown[]): void {
  for (const value of values) assert.ok(value === undefined || typeof value === type);
}
