import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCardNegotiable } from '../negotiate.ts';
import { cardWith } from '../setting.ts';
import { UnnegotiableAgentCardError } from '../unnegotiable-error.ts';

const card = cardWith({
  skills: [
    { id: 'summarize', name: 'Write a summary', tags: [] },
    { id: 'translate', name: 'Translate text', tags: [] },
  ],
});

function refusal(skill: string) {
  const negotiation = checkCardNegotiable(card, {}, { skill });
  assert.equal(negotiation.decision, 'refuse');
  return negotiation;
}

test('a skill that the card lacks is told with those that it has, and the one that was probably meant', () => {
  for (const [given, meant] of [
    ['summarise', 'summarize'],
    ['Translate', 'translate'],
    ['translate text', 'translate'],
  ] as const) {
    const [reason] = refusal(given).reasons;
    assert.equal(
      reason?.because,
      `the task is for the skill ${given}, and the card lists summarize, translate; perhaps ${meant} is meant`,
    );
  }
  assert.match(refusal('paint').reasons[0]?.because ?? '', /lists summarize, translate$/);
});

test('it is not put down to the agent', () => {
  const { message } = new UnnegotiableAgentCardError(refusal('paint'), 'Writer');
  assert.match(message, /Ask for one of its skills, or give the work to another agent\. Nothing was sent\.$/);
});
