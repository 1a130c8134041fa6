import { Argument, type Command } from 'commander';
import { addExamples } from '../examples.ts';
import { type CompletionRequest, SHELLS, type Shell } from './request.ts';

/** Adds `probity completion`. */
export function addCompletion(program: Command, run: (request: CompletionRequest) => Promise<void>): void {
  const command = program
    .command('completion')
    .summary('write a script that completes commands, options, deviations and rules')
    .description('Writes a script that makes your shell complete commands, options, deviations and rules.')
    .addArgument(new Argument('<shell>', 'the shell you use').choices(SHELLS))
    .action((shell: Shell) => run({ shell }));
  addExamples(command, [
    ['eval "$(probity completion bash)"', 'in ~/.bashrc'],
    ['eval "$(probity completion zsh)"', 'in ~/.zshrc, below compinit'],
    ['probity completion fish > ~/.config/fish/completions/probity.fish', 'once'],
  ]);
}
