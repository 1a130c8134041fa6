import { headerOfOtherDialect } from '../../rules/extension/header-of-other-dialect.ts';
import { notEchoed } from '../../rules/extension/not-echoed.ts';
import { judgeProbe } from '../probe-finding.ts';
import type { Reply } from '../reply.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

/** Extensions that the card lists are active once they are asked for, and those that it requires are insisted on. */
export const extensions: Scenario = {
  id: 'extensions',
  title: 'asks for the extensions that the card lists, and leaves out those that it requires',
  capabilities: ['extensions'],
  effects: 'tasks',
  run: async (stage) => {
    const listed = stage.options.card.capabilities.extensions.map(({ uri }) => uri);
    if (listed.length === 0) throw new Untested('the card lists no extension');
    const work = stage.work();
    const reply = await work.send(stage.partsFor('quick'), { blocking: false, extensions: listed });
    lookAtHeaders(stage, work, reply, listed);
    if (reply.kind !== 'nothing') stage.exercised('extensions');
    if (stage.claims.requiredExtensions.length > 0) {
      await stage.work().send(stage.partsFor('quick'), { blocking: false, extensions: [] });
    }
  },
};

function lookAtHeaders(stage: Stage, work: Work, reply: Reply, asked: readonly string[]): void {
  const course = stage.courses.find((one) => one.work === work);
  const observations = course?.observations ?? [];
  const exchange = stage.options.log.of(observations[0]?.vantage.id ?? 0).at(-1);
  if (exchange === undefined) return;
  const isNew = stage.claims.dialect === '1.0';
  const [header, otherHeader] = isNew
    ? (['A2A-Extensions', 'X-A2A-Extensions'] as const)
    : (['X-A2A-Extensions', 'A2A-Extensions'] as const);
  const activation = {
    asked,
    header,
    otherHeader,
    echoed: urisIn(exchange.responseHeaders[header.toLowerCase()]),
    echoedElsewhere: urisIn(exchange.responseHeaders[otherHeader.toLowerCase()]),
    served: reply.kind === 'task' || reply.kind === 'message',
  };
  for (const rule of [notEchoed, headerOfOtherDialect]) {
    const finding = judgeProbe(rule, activation, stage.claims, work.id);
    if (finding !== undefined) stage.found.push({ finding, witness: observations.slice(0, 2) });
  }
}

function urisIn(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((uri) => uri.trim());
}
