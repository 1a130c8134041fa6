import { defineDeviation } from '../../deviation.ts';
import type { Part } from '../../model.ts';
import { onTasks } from '../parts/tasks.ts';

export const joinedText = defineDeviation({
  name: 'joined-text',
  title: 'streams a text in pieces and shows it in one when the task is read',
  shows: 'a caller that compares parts one by one finds another result than the one it was sent',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: onTasks((task) => ({
      ...task,
      artifacts: task.artifacts?.map((artifact) => ({ ...artifact, parts: joined(artifact.parts) })),
    })),
  }),
});

function joined(parts: readonly Part[]): readonly Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.text === undefined || part.text === undefined || last.mediaType !== part.mediaType) whole.push(part);
    else whole[whole.length - 1] = { text: last.text + part.text, mediaType: part.mediaType };
  }
  return whole;
}
