import { type Command, Option } from 'commander';
import type { Severity } from '../../lifecycle/finding.ts';
import { DIALECTS, type Dialect } from '../../protocol/operation.ts';
import { parseDuration } from '../duration.ts';
import { addExamples } from '../examples.ts';
import type { JudgeRequest } from './request.ts';

interface Options {
  readonly card?: string;
  readonly dialect?: Dialect;
  readonly failOn: Severity;
  readonly pushWithin?: number;
  readonly json?: true;
}

const FORMATS = `A record is a trace (lines of JSON with t, dir and conn), a HAR as browsers and proxies save it,
or an evidence file of Probity's own; its content tells which.

Exit codes: 0 clean, 1 findings, 2 a record that can't be read, 3 nothing in it to judge.`;

/** Adds `probity judge`. */
export function addJudge(program: Command, run: (request: JudgeRequest) => Promise<void>): void {
  const command = program
    .command('judge')
    .summary('judge recorded traffic, offline')
    .description('Judges recorded traffic of an agent, and shows for each finding the least of it that proves it.')
    .argument('<record>', 'a file, or - for stdin')
    .option('--card <file>', "the agent's card; else the one that the record shows being fetched")
    .addOption(new Option('--dialect <version>', 'judge by the text of this version').choices(DIALECTS))
    .addOption(
      new Option('--fail-on <severity>', 'findings from here on make the exit code 1')
        .choices(['error', 'warning', 'note'])
        .default('error'),
    )
    .option(
      '--push-within <time>',
      'web-hooks were recorded too, and the end is due there within 15s or so',
      parseDuration,
    )
    .option('--json', 'write JSON')
    .action((file: string, options: Options) =>
      run({
        file,
        cardFile: options.card,
        dialect: options.dialect,
        failOn: options.failOn,
        pushWithinMs: options.pushWithin,
        json: options.json === true,
      }),
    );
  addExamples(
    command,
    [
      ['probity judge session.har', 'what a browser or a proxy recorded'],
      ['probity judge trace.jsonl --card agent-card.json', 'against a card that is not in the record'],
      ['gunzip -c trace.jsonl.gz | probity judge - --json --fail-on warning', 'in a pipeline'],
    ],
    FORMATS,
  );
}
