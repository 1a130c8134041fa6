import { lintCard } from '../../card/lint/lint-card.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';

/** How often the card is fetched. */
const FETCHES = 3;

/** The card is one card, whoever fetches it, and says what a card has to say. */
export const card: Scenario = {
  id: 'card',
  title: 'fetches the card several times, and checks it',
  capabilities: ['card'],
  effects: 'nothing',
  once: true,
  run: async (stage) => {
    const served = [];
    for (let fetch = 0; fetch < FETCHES; fetch++) served.push(await fetchCard(stage));
    const [first] = served;
    const last = served.findLast(({ text }) => text !== first?.text) ?? served.at(-1);
    if (first === undefined || last === undefined) return;
    const before = { value: parsed(first.text), since: 'moments' } as const;
    for (const { rule, severity, certainty, basis, claim, because, pointer } of lintCard({ ...last, before })) {
      const where = pointer === '' ? '' : ` (${pointer})`;
      const finding = { rule, severity, certainty, basis, claim, taskId: undefined, because: `${because}${where}` };
      stage.found.push({ finding, witness: [] });
    }
    stage.exercised('card');
  },
};

async function fetchCard({ options }: Stage) {
  try {
    const { cardUrl: url, http, cardHeaders, signal } = options;
    const answer = await http.request({
      url,
      headers: { accept: 'application/json', ...cardHeaders },
      signal,
      totalTimeoutMs: 15_000,
    });
    return { text: answer.body.toString('utf8'), url, headers: answer.headers };
  } catch (error) {
    throw new Untested(`the card could not be fetched again: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
