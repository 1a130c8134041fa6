import type { Finding } from '../lifecycle/finding.ts';
import { mediaTypeOf } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import type { PeerCapabilityCache } from '../trust/peer-capability-cache.ts';
import { TaskTestimony } from '../trust/task-testimony.ts';
import type { InterfaceKey, ModeStanding, Turn } from '../trust/trust-view.ts';
import { isWaiting, type Outcome, type Waiting } from './outcome.ts';

/** Keeps the account of one task with trust: what broke, what was kept, and which media types were taken. */
export class TrustAccount {
  readonly #trust: PeerCapabilityCache | undefined;
  readonly #key: InterfaceKey;
  readonly #skill: string | undefined;
  readonly #testimony: TaskTestimony | undefined;
  /** What this task has shown itself goes before what others have. */
  readonly #own = new Map<string, boolean>();
  /** Types that a refusal may have been over: it is known once the same was taken as text. */
  readonly #doubted = new Set<string>();

  constructor(trust: PeerCapabilityCache | undefined, key: InterfaceKey, skill: string | undefined) {
    this.#trust = trust;
    this.#key = key;
    this.#skill = skill;
    this.#testimony = trust === undefined ? undefined : new TaskTestimony(trust, key);
  }

  /** Takes in what was seen, after it was judged. */
  seen(seen: Observation): void {
    this.#testimony?.observe(seen);
  }

  /** Something broke a claim: the next decision knows. */
  found(finding: Finding): void {
    this.#testimony?.found(finding);
  }

  /** The task is over: what it exercised without a finding was kept. */
  close(outcome: Outcome): void {
    this.#testimony?.end({ settled: 'confirmed' in outcome && outcome.confirmed });
  }

  /** Whether the agent takes a media type in such a message. */
  modeOf(kind: Turn['kind'], mode: string): ModeStanding {
    const own = this.#own.get(`${kind} ${mode}`);
    if (own !== undefined) return own ? 'accepted' : 'rejected';
    return this.#trust?.modeOf(this.#turn(kind, mode)) ?? 'unknown';
  }

  /** Parts of these types were taken, or refused, in such a message. */
  modesSeen(kind: Turn['kind'], parts: readonly Part[], accepted: boolean): void {
    for (const mode of new Set(parts.map(mediaTypeOf))) {
      this.#own.set(`${kind} ${mode}`, accepted);
      this.#trust?.modeSeen(this.#turn(kind, mode), accepted);
    }
  }

  /** Parts were refused for their types. Every agent understands plain text: if that is refused, it has another reason. */
  modesRefused(kind: Turn['kind'], parts: readonly Part[]): void {
    this.modesSeen(kind, withoutText(parts), false);
  }

  /** A follow-up has led to this outcome. `taken`: the agent took it in. */
  turnEnded(kind: Turn['kind'], parts: readonly Part[], outcome: Outcome, taken: boolean): void {
    const failed = outcome.findings.some(
      ({ rule, certainty }) => rule === 'resume/fails-on-declared-mode' && certainty === 'certain',
    );
    if (failed || (isWaiting(outcome) && namesModes(outcome))) return this.modesRefused(kind, parts);
    if (isWaiting(outcome) && isModeRefusal(outcome)) {
      for (const mode of withoutText(parts).map(mediaTypeOf)) {
        this.#own.set(`${kind} ${mode}`, false);
        this.#doubted.add(mode);
      }
    } else if (taken) {
      this.modesSeen(kind, parts, true);
      for (const mode of this.#doubted) this.#trust?.modeSeen(this.#turn(kind, mode), false);
      this.#doubted.clear();
    }
  }

  #turn(kind: Turn['kind'], mode: string): Turn {
    return { at: this.#key, skill: this.#skill, kind, mode };
  }
}

/**
 * Whether an agent may have refused a follow-up over its media types: it said so, or it called the parameters invalid
 * where the same in text would do.
 */
export function isModeRefusal(outcome: Waiting): boolean {
  return namesModes(outcome) || outcome.refused?.name === 'InvalidParams';
}

function namesModes({ refused }: Waiting): boolean {
  return refused?.name === 'ContentTypeNotSupported' || refused?.httpStatus === 415;
}

function withoutText(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => mediaTypeOf(part) !== 'text/plain');
}
