import type { ReadRole } from '../../contract/read-cadence.ts';
import type { Task } from '../../protocol/model.ts';
import type { Refusal } from '../front/error-answer.ts';
import type { Desk } from '../sight/desk.ts';
import type { AgentCall } from '../upstream/agent-call.ts';
import type { Visit } from '../visit.ts';
import { answerFrame, taskFrame } from './event-frame.ts';
import type { Final, Follower } from './follower.ts';
import { FrameCourt } from './frame-court.ts';
import { SilenceWatch } from './silence-watch.ts';
import type { StreamHelp } from './stream-help.ts';
import type { StreamSource } from './stream-source.ts';
import { StreamVoice } from './stream-voice.ts';
import type { TaskGuard } from './task-guard.ts';
import { ToldContent } from './told-content.ts';

/** How long an agent's stream is listened to once its caller has been told the end. */
const LISTEN_ON_MS = 5_000;

/** A caller's stream as such: what it is made of at the moment, what the caller has got by it, and its end. */
export abstract class StreamSeat implements Follower {
  role: ReadRole | undefined = 'beside';
  protected readonly desk: Desk;
  protected readonly visit: Visit;
  protected readonly help: StreamHelp;
  protected readonly content: ToldContent;
  protected readonly court: FrameCourt;
  protected readonly voice: StreamVoice;
  protected readonly quiet: SilenceWatch;
  protected source: StreamSource | undefined;
  protected patience: NodeJS.Timeout | undefined;
  #unfollow: (() => void) | undefined;

  constructor(desk: Desk, visit: Visit, help: StreamHelp, complete: boolean) {
    this.desk = desk;
    this.visit = visit;
    this.help = help;
    this.voice = new StreamVoice(visit);
    this.quiet = new SilenceWatch(desk, visit.peer, () => this.silent());
    this.content = new ToldContent(desk.key, complete);
    this.court = new FrameCourt(this.content, {
      record: () => help.entry.record,
      canceling: () => this.guard.canceling,
      ended: () => this.guard.final !== undefined,
      joined: () => {
        this.join();
        return !this.voice.over;
      },
      dropped: (seen, because) =>
        desk.act(visit.peer, 'dropped', help.entry.record.id, `an event (${seen.kind}) went no further: ${because}`),
    });
    visit.caller.onLeave(() => this.#leave());
  }

  abstract read(task: Task, received: number): void;
  abstract ended(final: Final): void;
  abstract adrift(why: 'lost' | 'running'): void;
  abstract closing(): void;
  protected abstract silent(): void;

  /** The stream that is passed on from now on. */
  use(source: StreamSource): void {
    this.source = source;
    this.content.follow(source.vantage, this.help.entry.record);
    this.quiet.start();
  }

  /** Begins the answer to the caller, where the agent has begun none. */
  begin(): void {
    this.voice.begin();
  }

  /** Gives the caller all that the agent has answered. */
  giveAnswer(body: Buffer): void {
    this.begin();
    this.visit.caller.write(answerFrame(body));
    this.visit.caller.end();
  }

  /** The call that the agent streams by, or is to. */
  get call(): AgentCall | undefined {
    return this.source?.call;
  }

  /** Leaves the agent's stream. */
  leaveSource(): void {
    this.source?.leave();
  }

  /** Gives the caller a task as a whole. */
  give(task: Task): void {
    this.voice.say(taskFrame(this.visit.call.form, task.raw));
    this.court.told = task.state;
    this.content.gave(task);
  }

  /** Joins those who wait for news of the task. */
  join(): void {
    const { guard } = this.help.entry;
    if (this.#unfollow !== undefined || guard === undefined || this.voice.over) return;
    this.#unfollow = guard.follow(this);
    if (guard.final !== undefined) this.ended(guard.final);
  }

  /** Ends the caller's stream, or answers its call, with an error. */
  fail(refusal: Refusal): void {
    if (this.voice.over) return;
    this.voice.fail(refusal);
    this.end();
  }

  protected get guard(): TaskGuard {
    return this.help.entry.guard as TaskGuard;
  }

  /** The caller has heard all. */
  protected end(): void {
    if (this.voice.over) return;
    this.#finish();
    this.voice.end();
    this.help.closed();
    // The fence stands on the caller's side; what the agent still says is listened to for a while.
    const { source } = this;
    if (source?.open === true) setTimeout(() => source.leave(), LISTEN_ON_MS).unref();
    else source?.leave();
  }

  #leave(): void {
    if (this.voice.over) return;
    this.#finish();
    if (!this.help.closed()) this.leaveSource();
  }

  #finish(): void {
    this.voice.over = true;
    this.quiet.stop();
    clearTimeout(this.patience);
    this.#unfollow?.();
  }
}
