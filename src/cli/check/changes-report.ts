import type { CardChange } from '../../card/diff-cards.ts';
import { labelled } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';

/** A value longer than this is told by its place alone. */
const MOST_CHARACTERS = 60;

/** Tells what is different from an earlier state of the card. */
export function reportChanges(changes: readonly CardChange[], out: Outlet): void {
  const { style, width } = out;
  if (changes.length === 0) {
    out.line(style.quiet('Nothing has changed since the earlier card.'));
    out.line();
    return;
  }
  out.line(style.strong(changes.length === 1 ? '1 change' : `${changes.length} changes`));
  const rows = changes.map((change): [string, string] => [change.kind, changeWords(change)]);
  for (const line of labelled(rows, { indent: '  ', width, label: style.quiet })) out.line(line);
  out.line();
}

function changeWords({ kind, name, before, after }: CardChange): string {
  const [was, is] = [valueWords(before), valueWords(after)];
  if (kind === 'changed' && was !== '' && is !== '') return `${safeLine(name)}: ${was} became ${is}`;
  const value = kind === 'removed' ? was : is;
  return `${safeLine(name)}${value === '' ? '' : `: ${value}`}`;
}

function valueWords(value: unknown): string {
  const text = value === undefined ? '' : safeJson(value);
  return text.length > MOST_CHARACTERS ? '' : text;
}
