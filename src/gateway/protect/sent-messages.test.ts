import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReadRequest } from '../../protocol/read/request.ts';
import type { WrittenAnswer } from '../front/error-answer.ts';
import { SentMessages } from './sent-messages.ts';

const answer: WrittenAnswer = { status: 200, headers: ['X-Long', 'x'.repeat(16_000)], body: Buffer.alloc(40_000) };

/** Sends a message at a time, and has it answered if it was not sent before. */
function send(sent: SentMessages, messageId: string, now: number) {
  const call = { operation: 'SendMessage' };
  const read = { call, binding: 'HTTP+JSON', facts: { messageId, messageMark: messageId } } as ReadRequest;
  const taken = sent.take(read, now);
  assert.ok(taken !== undefined);
  if (!taken.again) sent.answered(taken.message, answer);
  return taken;
}

it('where there are too many answers the oldest go, and it is known still that their messages were sent', () => {
  const sent = new SentMessages();
  for (let number = 0; number < 2_000; number++) send(sent, String(number), number);
  const [first, last] = [send(sent, '0', 2_000), send(sent, '1999', 2_000)];
  assert.deepEqual([first.again, first.message.answer], [true, undefined]);
  assert.deepEqual([last.again, last.message.answer], [true, answer]);
  let kept = 0;
  for (let number = 0; number < 2_000; number++) if (send(sent, String(number), 2_000).message.answer) kept++;
  assert.ok(kept * 56_000 < 33 * 2 ** 20, `${kept} answers`);
});

it('an answer that comes when its message is forgotten takes no room from others', () => {
  const sent = new SentMessages();
  const slow = [];
  for (let number = 0; number < 2_000; number++) {
    const message = send(sent, `${number}`, 0).message;
    slow.push({ ...message, over: false });
  }
  const later = 700_000;
  send(sent, 'later', later);
  for (const message of slow) sent.answered(message, answer);
  assert.equal(send(sent, 'later', later).message.answer, answer);
  assert.equal(send(sent, '0', later).again, false);
});
