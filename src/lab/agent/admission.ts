import type { Card } from '../card.ts';
import type { Params } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { Message, Part } from '../model.ts';
import { outputMode } from './behaviours.ts';

/**
 * The message of a request that this agent can work on.
 * @throws Fault `invalid-params` if it is not a proper message, `content-type-not-supported` for a media type that
 * the card doesn't list or that the caller doesn't accept.
 */
export function admitMessage(params: Params, card: Card): Message {
  const { message } = params;
  if (message === undefined) throw new Fault('invalid-params', 'message is required.');
  if (message.messageId === '') throw new Fault('invalid-params', 'message.messageId is required.');
  if (message.role !== 'user') throw new Fault('invalid-params', 'message.role must be that of the user.');
  if (message.parts.length === 0) throw new Fault('invalid-params', 'message.parts must not be empty.');
  for (const part of message.parts) {
    const mode = modeOf(part);
    if (mode === undefined) throw new Fault('invalid-params', 'Each of message.parts needs a content.');
    if (!accepts(card.inputModes, mode)) throw new Fault('content-type-not-supported', `${mode} is not accepted.`);
  }
  const accepted = params.acceptedOutputModes ?? [];
  const output = outputMode(message);
  if (accepted.length > 0 && !accepts(accepted, output)) {
    throw new Fault('content-type-not-supported', `The answer would be ${output}, which is not accepted.`);
  }
  return message;
}

function modeOf({ text, data, raw, url, mediaType }: Part): string | undefined {
  if (text !== undefined) return mediaType ?? 'text/plain';
  if (data !== undefined) return mediaType ?? 'application/json';
  if (raw !== undefined || url !== undefined) return mediaType ?? 'application/octet-stream';
  return undefined;
}

/** Whether a media type is among those listed, parameters aside; `*` stands for any. */
function accepts(modes: readonly string[], mode: string): boolean {
  const bare = essence(mode);
  return modes.map(essence).some((each) => each === bare || each === '*/*' || each === `${bare.split('/')[0]}/*`);
}

function essence(mode: string): string {
  return (mode.split(';')[0] ?? '').trim().toLowerCase();
}
