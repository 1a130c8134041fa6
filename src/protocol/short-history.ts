import type { Binding, Dialect } from './operation.ts';

/** As little of the history as can be asked for: the 0.3 proto takes a length of 0 as unlimited. */
export function shortHistory(dialect: Dialect, binding: Binding): { readonly historyLength: number } {
  return { historyLength: dialect === '0.3' && binding === 'HTTP+JSON' ? 1 : 0 };
}
