import { Command, CommanderError } from 'commander';
import { productVersion } from './product-version.ts';

/** Exit code for a command line that makes no sense. */
const usageExitCode = 2;

/**
 * Runs the command line.
 *
 * @param args what follows the program's name
 * @returns the exit code; failures are told on stderr, never thrown
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const program = new Command('probity')
    .description('Keeps A2A (Agent2Agent) agents to their word.')
    .version(productVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(probity --help lists what there is)');
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : usageExitCode;
  }
}
