import type { Command } from 'commander';
import { EVERY_RULE } from '../../catalogue/catalogue.ts';
import { deviations } from '../../lab/index.ts';
import { EXIT } from '../exit-code.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import type { CompletionRequest, Shell } from './request.ts';
import { type CompletedCommand, vocabularyOf } from './vocabulary.ts';
import { zshCompletion } from './zsh.ts';

const WRITERS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Writes the script that completes what this very program takes. */
export async function runCompletion({ shell }: CompletionRequest, program: Command, out: Outlet): Promise<number> {
  const names = { lab: deviations.map(({ name }) => name), explain: EVERY_RULE.map(({ id }) => id) };
  out.write(WRITERS[shell](vocabularyOf(program, names)));
  return EXIT.ok;
}
