/** JSON as it came; tests look at it field by field. */
// biome-ignore lint/suspicious/noExplicitAny: wire data of any shape, read by assertions alone
export type Wire = any;

/** What a plain client sees of a task, an event or an error, whatever the dialect. */
export interface Seen {
  readonly kind: 'task' | 'message' | 'status' | 'artifact' | 'error' | 'other';
  readonly taskId?: string;
  readonly contextId?: string;
  readonly state?: string;
  readonly timestamp?: string;
  readonly code?: number;
  readonly final?: boolean;
  /** The text of all artifacts, or of the one of an event. */
  readonly text?: string;
  readonly artifacts?: number;
  readonly history?: number;
  readonly json: Wire;
}

/** Reads a payload of any dialect, with or without an envelope. */
export function look(json: Wire): Seen {
  const inner = json?.result ?? json;
  if (json?.error !== undefined || typeof json?.code === 'number') {
    return { kind: 'error', code: json.error?.code ?? json.code, json };
  }
  const task = inner?.task ?? (inner?.status && inner?.id ? inner : undefined);
  const status = inner?.statusUpdate ?? (inner?.kind === 'status-update' ? inner : undefined);
  const artifact = inner?.artifactUpdate ?? (inner?.kind === 'artifact-update' ? inner : undefined);
  if (task) return { kind: 'task', ...lookTask(task), json };
  if (status) return { kind: 'status', taskId: status.taskId, ...lookStatus(status), final: status.final, json };
  if (artifact) return { kind: 'artifact', taskId: artifact.taskId, text: textOf([artifact.artifact]), json };
  if (inner?.message || inner?.kind === 'message') return { kind: 'message', json };
  return { kind: 'other', json };
}

function lookTask(task: Wire) {
  const artifacts = task.artifacts ?? [];
  const counts = { artifacts: artifacts.length, history: (task.history ?? []).length };
  return { taskId: task.id, contextId: task.contextId, ...lookStatus(task), text: textOf(artifacts), ...counts };
}

function lookStatus({ status }: Wire) {
  const state = String(status.state)
    .replace('TASK_STATE_', '')
    .toLowerCase()
    .replace('_', '-')
    .replace('cancelled', 'canceled');
  return { state, timestamp: status.timestamp };
}

function textOf(artifacts: readonly Wire[]): string {
  return artifacts.flatMap(({ parts }) => parts.map((part: Wire) => part.text ?? '')).join('');
}
