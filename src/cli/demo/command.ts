import type { Command } from 'commander';
import { addExamples } from '../examples.ts';
import { gatherNamed, type Named } from '../named-url.ts';
import { UsageError } from '../usage-error.ts';
import type { DemoRequest } from './request.ts';

interface Options {
  readonly json?: true;
  readonly verbose?: true;
  readonly keep?: boolean;
  readonly peer?: Named;
  readonly text?: string;
}

/** Adds `probity demo`. */
export function addDemo(program: Command, run: (request: DemoRequest) => Promise<void>): void {
  const command = program
    .command('demo')
    .summary('delegate to an honest agent and to liars: plainly, guarded, and through the gateway')
    .description(
      'Starts an honest agent on the official A2A SDK and agents of the lab that lie, gives each the same work three ' +
        "times, by the SDK's own client, guarded, and by that client through the gateway, and shows side by side what " +
        'the caller got. All on this machine. On a terminal, gateway and agents then stay up to be tried by hand.',
    )
    .option('--peer <name=url>', 'your own agent instead of those; it gets the work three times', gatherNamed)
    .option('--text <text>', 'the work for your own agent (default: "hello")')
    .option('--keep', 'stay up behind the demonstration, wherever it is shown')
    .option('--no-keep', 'end behind it, even on a terminal')
    .option('--json', 'write the result as one JSON object')
    .option('-v, --verbose', 'tell each thing that happens, wherever stderr leads')
    .action((options: Options) => run(request(options)));
  addExamples(
    command,
    [
      ['probity demo', 'about half a minute'],
      ['probity demo --peer trip=https://agent.example/ --text hello', 'the same for your own agent'],
      ['probity demo --json', 'for a program'],
    ],
    'Exits with 1 if a protected row is wrong, or if a lie did a plain caller no harm.',
  );
}

function request({ json, verbose, keep, peer = [], text }: Options): DemoRequest {
  if (text !== undefined && peer.length === 0) {
    throw new UsageError('--text is for an agent of your own: name it by --peer name=https://agent.example/');
  }
  return {
    json: json === true,
    verbose: verbose === true,
    keep,
    peers: peer.map(([name, target]) => ({ name, target })),
    text: text ?? 'hello',
  };
}
