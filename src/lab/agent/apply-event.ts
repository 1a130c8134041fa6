import type { Artifact, ArtifactEvent, Message, StreamEvent, Task } from '../model.ts';

/** The task after an event, with `append` read as the official SDKs read it: more parts for the same artifact. */
export function applyEvent(task: Task, event: StreamEvent): Task {
  switch (event.kind) {
    case 'task':
      return event.task;
    case 'message':
      return { ...task, history: remember(task.history, event.message) };
    case 'status':
      return { ...task, status: event.status, history: remember(task.history, event.status.message) };
    case 'other':
      return task;
    case 'artifact':
      return { ...task, artifacts: place(task.artifacts ?? [], event) };
  }
}

function remember(history: readonly Message[] = [], message: Message | undefined): readonly Message[] {
  return message === undefined ? history : [...history, message];
}

function place(artifacts: readonly Artifact[], { artifact, append }: ArtifactEvent): readonly Artifact[] {
  const known = artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
  if (known === undefined) return [...artifacts, artifact];
  const placed = append ? { ...known, parts: [...known.parts, ...artifact.parts] } : artifact;
  return artifacts.map((each) => (each === known ? placed : each));
}
