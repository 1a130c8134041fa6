import type { JsonObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { CloseSeen, Observation } from '../../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../../protocol/task-state.ts';
import type { AgentFailure, AnswerHead } from '../upstream/agent-call.ts';
import { failureAnswer } from '../upstream/failure-answer.ts';
import { endWords } from './end-words.ts';
import { artifactFrame, statusFrame } from './event-frame.ts';
import type { Final } from './follower.ts';
import type { FrameFate } from './frame-gate.ts';
import { BROKEN, endedBefore, LOST, STOPPING } from './refusals.ts';
import { StreamSeat } from './stream-seat.ts';
import type { StreamSink, StreamSource } from './stream-source.ts';

/** What a caller sees of a task as one stream, whatever that is made of: the agent's stream, another one, or reads. */
export class CallerStream extends StreamSeat implements StreamSink {
  #behindSince: number | undefined;
  #unclean = false;

  opened(head: AnswerHead): void {
    this.voice.begin(head);
  }

  works(): void {
    this.visit.peer.noteStream(this.help.entry.at.interfaceUrl);
    this.role = 'beside';
  }

  offer(seen: Observation, source: StreamSource): FrameFate {
    if (this.voice.over || source !== this.source) return 'drop';
    this.quiet.touch();
    if (seen.kind === 'task') this.desk.weigh(this.visit.peer, this.help.entry, source.data.length);
    if (seen.kind === 'defect' && seen.defect === 'control-character') this.#tellUnclean();
    return this.court.judge(seen, source);
  }

  pass(bytes: Buffer, source: StreamSource): void {
    if (this.voice.over) return;
    const more = this.voice.say(bytes);
    if (this.court.refused || this.#foundAsking(source)) return this.end();
    if (more) return;
    source.call?.pause();
    this.quiet.stop();
    this.visit.caller.whenReady(() => {
      source.call?.resume();
      this.quiet.start();
    });
  }

  hold(bytes: Buffer): void {
    if (!this.court.held.keep(bytes)) this.content.lacking = true;
    if (this.court.endTold) this.join();
  }

  over(by: CloseSeen['by'], source: StreamSource): void {
    this.quiet.stop();
    if (this.voice.over || source !== this.source) return;
    const { record } = this.help.entry;
    if (this.court.endTold || this.guard.verifying || this.guard.canceling) return this.join();
    if (record.id === undefined) {
      if (this.voice.spoke) return by === 'peer' ? this.end() : this.fail(BROKEN);
      return this.help.recover('the stream ended without an event');
    }
    if (isInterrupted(this.court.told) && by === 'peer') return this.end();
    this.#goOn(by === 'peer' ? 'the stream ended before the task' : 'the stream broke');
  }

  answered(head: AnswerHead, body: Buffer, source: StreamSource): void {
    if (this.visit.caller.left || this.#isUnheard(source)) this.help.answered(head, body);
  }

  failed(failure: AgentFailure, source: StreamSource): void {
    if (!this.visit.caller.left && !this.#isUnheard(source)) return;
    if (failure.sent) return this.help.recover(failure.message.replace(/\.$/, ''));
    this.fail(failureAnswer(failure));
  }

  /** Ends the stream of a task that its caller was given and that waits for an answer; before 1.0 an event says so. */
  endAsking(task: Task): void {
    const { form } = this.visit.call;
    if (form.dialect !== '1.0') this.voice.say(statusFrame(form, task, true));
    this.end();
  }

  /** From now on the caller is told what reads show. */
  readOn(because: string): void {
    if (this.voice.over) return;
    this.court.readsOnly = true;
    this.role = 'main';
    this.desk.act(this.visit.peer, 'continued', this.help.entry.record.id, `${because}; reads go on`);
    if (this.court.held.error) {
      this.patience = setTimeout(() => this.#giveError(), this.desk.bounds.settleWithin.ms);
    }
    this.join();
    this.guard.arm();
  }

  override read(task: Task, received: number): void {
    const { told, endTold, readsOnly } = this.court;
    if (this.voice.over || this.guard.canceling || endTold) return;
    const missing = this.content.missing(task, this.help.entry.record);
    const news = missing.length > 0 || task.state !== told;
    if (!news) this.#behindSince = undefined;
    if (!news || isTerminal(task.state)) return;
    if (!readsOnly) {
      // The stream may be about to bring it.
      this.#behindSince ??= received;
      if (received - this.#behindSince < this.desk.bounds.inFlight.ms) return;
      this.readOn('reads were ahead of the stream');
    }
    clearTimeout(this.patience);
    if (told === undefined && !this.voice.spoke) {
      this.give(task);
      if (isInterrupted(task.state)) this.endAsking(task);
      return;
    }
    const { form } = this.visit.call;
    this.voice.say(...missing.map((artifact) => artifactFrame(form, task, artifact)));
    if (task.state !== told) this.voice.say(statusFrame(form, task, isInterrupted(task.state)));
    this.court.told = task.state;
    this.content.gave(task);
    if (isInterrupted(task.state)) this.end();
  }

  streamed(end: Task | undefined): readonly JsonObject[] {
    return this.court.kept.notIn(end, this.source?.vantage.operation === 'SubscribeToTask');
  }

  override ended(final: Final): void {
    if (this.voice.over) return;
    const { call, caller, peer } = this.visit;
    const { record, guard } = this.help.entry;
    if (this.help.late && !caller.begun) {
      const refusal = endedBefore(final.state);
      this.desk.act(peer, 'refused', record.id, refusal.message);
      return this.fail(refusal);
    }
    const { frames, repaired, replaced } = endWords(call.form, final, record, guard?.task, this.content, this.court);
    if (repaired) this.desk.act(peer, 'repaired', record.id, 'a stream had not brought what the task holds');
    if (replaced) this.desk.act(peer, 'replaced', record.id, `a stream had told another end than ${final.state}`);
    this.voice.say(...frames);
    this.end();
  }

  override adrift(why: 'lost' | 'running'): void {
    if (this.voice.over) return;
    if (why === 'lost') return this.fail(LOST);
    this.court.endTold = false;
    this.court.held.end = undefined;
    if (this.source?.open !== true) this.readOn('the cancel came to nothing');
  }

  released(): void {
    if (this.voice.over) return;
    this.voice.say(...this.court.held.take());
    if (this.source?.open !== true && !this.court.endTold) this.#goOn('the stream ended while a cancel was under way');
  }

  override closing(): void {
    if (this.voice.over) return;
    if (!this.visit.caller.begun) return this.fail(STOPPING);
    // The caller comes back on its own after this time, as far as it knows how to.
    this.voice.say('retry: 1000\n\n');
    this.end();
  }

  /**
   * Whether a subscription that its caller did not ask for began at a task that asks. It may stay open without a word,
   * where the stream that was asked for would have ended.
   */
  #foundAsking({ vantage, events }: StreamSource): boolean {
    const subscribed = vantage.operation === 'SubscribeToTask';
    const asked = this.visit.call.read?.call.operation;
    return subscribed && asked !== 'SubscribeToTask' && events === 1 && isInterrupted(this.court.told);
  }

  /** Whether the caller has heard nothing yet, and there is no stream. One that has heard something is told by reads. */
  #isUnheard(source: StreamSource): boolean {
    this.quiet.stop();
    if (this.voice.over || source !== this.source) return false;
    if (!this.visit.caller.begun) return true;
    this.readOn('a subscription could not be had');
    return false;
  }

  #tellUnclean(): void {
    if (this.#unclean) return;
    this.#unclean = true;
    const says = 'characters that stood before the JSON of its events were taken out of a stream';
    this.desk.act(this.visit.peer, 'repaired', this.help.entry.record.id, says);
  }

  #goOn(because: string): void {
    if (this.court.held.error || !this.help.subscribe()) return this.readOn(because);
    this.desk.act(this.visit.peer, 'continued', this.help.entry.record.id, `${because}; subscribed anew`);
    this.role = 'main';
    this.join();
  }

  protected override silent(): void {
    const { entry } = this.help;
    if (this.voice.over || this.source === undefined) return;
    this.quiet.tell(entry, this.source);
    if (entry.record.id === undefined) return this.help.recover('the stream was mute');
    this.role = 'main';
    this.join();
    this.guard.arm();
  }

  #giveError(): void {
    this.voice.say(...this.court.held.take());
    this.end();
  }
}
