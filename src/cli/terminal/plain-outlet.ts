import type { Outlet } from './outlet.ts';

/** How wide a page in a file is. */
const WIDTH = 100;

/** Gathers what is written to it, without colours: for a file. */
export function plainOutlet(): Outlet & { text(): string } {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const same = (plain: string): string => plain;
  const style = { strong: same, quiet: same, good: same, careful: same, bad: same, name: same };
  return { style, isTerminal: false, width: WIDTH, write, line: (line = '') => write(`${line}\n`), text: () => text };
}
