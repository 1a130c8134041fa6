import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { GuardCheck } from '../../src/guard/guard-check.ts';
import { FIRST_MOMENT } from './fingerprint.ts';
import { textOf } from './history.ts';
import { Play, type Turn } from './play.ts';
import type { Setting } from './setting.ts';
import type { Move } from './world.ts';

/** A course as people read it: one line for each move, with what the caller was told by it. */
export function traceOf(
  setting: Setting,
  moves: readonly Move[],
  without?: ReadonlySet<GuardCheck>,
): readonly string[] {
  const play = new Play(setting, without);
  const first =
    setting.first === undefined ? 'the call goes out' : `${setting.speakers[0]?.name}: ${setting.first.text}`;
  let turn = play.begin();
  const lines = [lineOf(first, turn)];
  for (const move of moves) {
    turn = play.move(turn.world, move);
    lines.push(lineOf(textOfMove(move, setting), turn));
  }
  return lines;
}

function lineOf(text: string, { world, told, outcome }: Turn): string {
  const time = `${((world.now - FIRST_MOMENT) / 1_000).toFixed(0).padStart(4)} s`;
  const events = told.map(textOfEvent).filter((event) => event !== '');
  if (outcome !== undefined) {
    const unconfirmed = 'confirmed' in outcome && !outcome.confirmed ? ', unconfirmed' : '';
    events.push(`OUTCOME ${outcome.kind}${unconfirmed}`);
  }
  return events.length === 0 ? `${time}  ${text}` : `${time}  ${text.padEnd(36)} → ${events.join('; ')}`;
}

function textOfMove(move: Move, { speakers }: Setting): string {
  switch (move.kind) {
    case 'says':
      return `${speakers[move.speaker]?.name}: ${move.saying.text}${move.burst ? ', and at once' : ''}`;
    case 'read':
      return `read: ${move.saying.text}`;
    case 'ask':
      return 'a read is asked';
    case 'answer':
      return `and is answered: ${move.saying.text}`;
    case 'cancel':
      return 'the caller cancels';
    case 'cancel-answer':
      return `the cancel is answered: ${move.saying.text}`;
    case 'wait':
      return `${move.ms / 1_000} s pass`;
  }
}

function textOfEvent(event: DelegationEvent): string {
  switch (event.kind) {
    case 'opened':
    case 'canceling':
      return event.kind;
    case 'state':
      return `state ${event.state}`;
    case 'verifying':
      return `verifying ${event.reported}`;
    case 'artifact':
      return `artifact ${event.append ? '+=' : '='} "${textOf([event.artifact])}"`;
    default:
      return '';
  }
}
