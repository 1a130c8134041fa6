import { Argument, type Command, Option } from 'commander';
import { CLAIMS, type Claim } from '../../lifecycle/finding.ts';
import { addExamples } from '../examples.ts';
import { UsageError } from '../usage-error.ts';
import { TRUST_ACTIONS, type TrustAction, type TrustRequest } from './request.ts';

interface Options {
  readonly claim?: Claim;
  readonly all?: true;
  readonly trust?: string;
  readonly json?: true;
}

/** Adds `probity trust`. */
export function addTrust(program: Command, run: (request: TrustRequest) => Promise<void>): void {
  const command = program
    .command('trust')
    .summary('look at what is remembered of agents, or forget it')
    .description(
      'Lists the agents that something is remembered of, shows which claims of their cards they kept and broke, or ' +
        'resets that. Work that was refused to an agent stays refused.',
    )
    .addArgument(new Argument('<action>', 'what to do').choices(TRUST_ACTIONS))
    .argument('[agent]', 'URL of an agent or of its card, or the beginning of it')
    .addOption(new Option('--claim <claim>', 'show or reset this claim only').choices(CLAIMS))
    .option('--all', 'reset all agents')
    .option('--trust <file>', 'the file that trust is kept in; by default one in the state folder of the user')
    .option('--json', 'write JSON')
    .action((action: TrustAction, agent: string | undefined, options: Options) =>
      run(readRequest(action, agent, options)),
    );
  addExamples(command, [
    ['probity trust list', 'who is remembered, and who is suspect'],
    ['probity trust show https://agent.example', 'every claim of one agent'],
    ['probity trust reset https://agent.example --claim stream.send', 'its streams are mended: look again'],
    ['probity trust reset --all --trust ci.db', 'begin anew'],
  ]);
}

function readRequest(action: TrustAction, agent: string | undefined, options: Options): TrustRequest {
  const { claim, all, trust: file, json } = options;
  if (action === 'reset' && agent === undefined && all === undefined) {
    throw new UsageError('Say what to reset: the URL of an agent, or --all for all of them.');
  }
  if (all !== undefined && (action !== 'reset' || agent !== undefined)) {
    throw new UsageError('--all is for a reset of all agents, without naming one.');
  }
  return { action, agent, claim, file, json: json === true };
}
