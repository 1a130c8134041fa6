import type { Artifact, Part, Task } from '../../../../src/protocol/model.ts';
import type { Random } from '../random.ts';
import type { Version } from './honest-agent.ts';
import type { Manner } from './manner.ts';

export const TASK_ID = 'task-1';

/** A version of the task as it is put on the wire: whole, or without artifacts where that is allowed. */
export function snapshotOf(
  version: Version,
  contextId: string,
  manner: Manner,
  random: Random,
  how: { readonly bare: boolean; readonly historyLength: number | undefined },
): Task {
  const artifacts = [...version.artifacts].map(([artifactId, parts]) => artifactOf(artifactId, parts, manner, random));
  if (manner.recutsText && random.oneIn(2)) artifacts.reverse();
  return {
    id: TASK_ID,
    contextId,
    state: version.state,
    timestamp: version.timestamp,
    statusMessage: version.message,
    artifacts: how.bare || (artifacts.length === 0 && random.oneIn(2)) ? undefined : artifacts,
    history: historyOf(version, how.historyLength, manner),
    raw: {},
  };
}

function artifactOf(artifactId: string, parts: readonly Part[], manner: Manner, random: Random): Artifact {
  const cut = manner.recutsText && random.oneIn(2) ? joined(parts) : parts;
  return { artifactId, parts: cut.map((part) => asWritten(part, manner, random)) };
}

/** Text parts next to each other as one. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text !== undefined && last?.text !== undefined) all[all.length - 1] = { text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

/** URLs are signed anew each time that they are shown; bytes and media types are spelled by whatever writes them. */
export function asWritten(part: Part, manner: Manner, random: Random): Part {
  if (part.raw !== undefined && manner.respellsBytes) {
    const bytes = Buffer.from(part.raw, 'base64');
    const raw = bytes.toString(random.pick(['base64', 'base64url']));
    return { ...part, raw: random.oneIn(2) ? raw.replace(/=+$/, '') : raw };
  }
  if (part.text !== undefined && manner.saysCharset)
    return random.oneIn(2) ? part : { ...part, mediaType: 'text/plain; charset=utf-8' };
  if (part.url === undefined || !manner.signsUrls) return part;
  return { ...part, url: `${part.url}?signature=${random.below(1_000_000)}` };
}

function historyOf(version: Version, length: number | undefined, manner: Manner): Task['history'] {
  if (length === 0 || (length === undefined && !manner.keepsHistory)) return undefined;
  if (!manner.keepsHistory) return version.history.slice(0, 1);
  return length === undefined ? version.history : version.history.slice(-length);
}
