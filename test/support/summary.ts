import type { Observation } from '../../src/protocol/observation.ts';

/** What was seen, in a word each. */
export function summary(seen: readonly Observation[]): string {
  return seen.map(word).join(' ');
}

function word(seen: Observation): string {
  switch (seen.kind) {
    case 'task':
      return `task:${seen.task.state}`;
    case 'status':
      return `status:${seen.state}`;
    case 'artifact':
      return `artifact:${seen.artifact.parts.map(({ text }) => text ?? '?').join('')}`;
    case 'error':
      return `error:${seen.name}`;
    case 'failure':
      return `failure:${seen.reason}`;
    case 'close':
      return `close:${seen.by}`;
    case 'defect':
      return `defect:${seen.defect}`;
    default:
      return seen.kind;
  }
}
