import type { DelegationEntry } from '../store/journal.ts';
import type { Course } from './course.ts';
import type { TurnMemory } from './turn-memory.ts';

/** Puts a course where a journal shows that another process has left it. */
export function restore(course: Course, { taskId, message, delivered }: DelegationEntry): void {
  if (taskId !== undefined) course.adopt(taskId);
  const { memory } = course;
  for (const [artifactId, digest] of Object.entries(delivered)) {
    memory.delivery.delivered.set(artifactId, {
      by: undefined,
      growing: false,
      digest: digest ?? undefined,
      mixed: false,
    });
  }
  if (message?.question !== undefined)
    memory.facts.turn = unheardAnswer(message.messageId, message.question, message.at);
}

/** An answer to a question of the task, of which nobody has heard whether it was taken in. */
function unheardAnswer(messageId: string, question: string, asked: number): TurnMemory {
  return {
    vantageId: 0,
    messageId,
    asked,
    question,
    questionAt: undefined,
    answer: 'unknown',
    answeredAt: asked,
    refusal: undefined,
    moved: false,
    lost: false,
  };
}
