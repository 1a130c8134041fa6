import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where state is kept that nobody named a file for: `$XDG_STATE_HOME/probity`, or else `~/.local/state/probity`. */
export function defaultStateFile(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env['XDG_STATE_HOME'];
  // The XDG base directory specification has relative paths ignored.
  const state = folder !== undefined && isAbsolute(folder) ? folder : join(homedir(), '.local', 'state');
  return join(state, 'probity', 'probity.db');
}
