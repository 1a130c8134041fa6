import type { Deviation } from '../deviation.ts';
import { honest } from './honest.ts';
import { muteStream } from './mute-stream.ts';
import { noTerminal } from './no-terminal.ts';
import { shiftingArtifacts } from './shifting-artifacts.ts';
import { zombieCancel } from './zombie-cancel.ts';

/** All that a lab peer can do. */
export const deviations: readonly Deviation[] = [honest, zombieCancel, muteStream, shiftingArtifacts, noTerminal];
