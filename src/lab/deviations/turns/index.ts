import type { Deviation } from '../../deviation.ts';
import { historyDoubled } from './history-doubled.ts';
import { historyEmpty } from './history-empty.ts';
import { historyFromStart } from './history-from-start.ts';
import { historyLengthIgnored } from './history-length-ignored.ts';
import { resumeForgets } from './resume-forgets.ts';
import { resumeForks } from './resume-forks.ts';
import { resumeRefused } from './resume-refused.ts';
import { resumeRejectsData } from './resume-rejects-data.ts';

export const turns: readonly Deviation[] = [
  resumeRejectsData,
  historyEmpty,
  historyDoubled,
  historyLengthIgnored,
  historyFromStart,
  resumeForgets,
  resumeForks,
  resumeRefused,
];
