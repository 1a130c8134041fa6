import type { Command } from 'commander';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import type { ExplainRequest } from './request.ts';

/** Adds `probity explain`. */
export function addExplain(program: Command, run: (request: ExplainRequest) => Promise<void>): void {
  const command = program
    .command('explain')
    .summary('tell what a rule asks for, why, and how to keep it')
    .description(
      'Tells what a rule asks for, where it has its authority from, what breaking it costs, and how to mend it.',
    )
    .argument('[rule]', 'id of a rule, such as cancel/resurrected, or a family, such as cancel')
    .option('-l, --list', 'list all rules')
    .option('--json', 'write JSON')
    .action((rule: string | undefined, options: { list?: true; json?: true }) => {
      if (rule === undefined && options.list !== true) throw new UsageError('Name a rule, or --list them.');
      return run({ rule, json: options.json === true });
    });
  addExamples(command, [
    ['probity explain cancel/resurrected', 'one rule'],
    ['probity explain cancel', 'the rules on cancelling'],
    ['probity explain --list --json', 'all of them, for a program'],
  ]);
}
