import type { Command } from 'commander';
import { addExamples } from '../examples.ts';
import type { DemoRequest } from './request.ts';

/** Adds `probity demo`. */
export function addDemo(program: Command, run: (request: DemoRequest) => Promise<void>): void {
  const command = program
    .command('demo')
    .summary('delegate to an honest agent and to liars, plainly and guarded')
    .description(
      'Starts an honest agent on the official A2A SDK and agents of the lab that lie, gives each the same work twice, ' +
        "once by the SDK's own client and once guarded, and shows side by side what the caller got. All on this machine.",
    )
    .option('--json', 'write the result as one JSON object')
    .option('-v, --verbose', 'tell what happens even where stderr is no terminal')
    .action((options: { json?: true; verbose?: true }) =>
      run({ json: options.json === true, verbose: options.verbose === true }),
    );
  addExamples(
    command,
    [
      ['probity demo', 'about a quarter of a minute'],
      ['probity demo --json', 'for a program'],
    ],
    'Exits with 1 if a guarded row is wrong, or if a lie did a plain caller no harm.',
  );
}
