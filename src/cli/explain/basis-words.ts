import type { Basis, Ground } from '../../lifecycle/finding.ts';

const GROUNDS: Readonly<Record<Ground, string>> = {
  contradiction: 'the agent contradicts itself',
  invariant: 'an invariant of safe delegation',
  text: 'the text, short of a MUST',
  topic: 'a topic page of the specification',
  ours: 'our own judgement',
};

/** Where a rule has its authority from, in one sentence. */
export function basisWords(basis: Basis): string {
  switch (basis.kind) {
    case 'must':
      return `MUST, ${place(basis.clause, basis.revision)}: ${basis.says}`;
    case 'policy':
      return `policy (${GROUNDS[basis.ground]}): ${basis.says}${nearest(basis)}`;
    case 'gap':
      return `the text is open; our reading: ${basis.reading}${nearest(basis)}`;
  }
}

function nearest({ clause, revision }: { readonly clause?: string; readonly revision?: string }): string {
  return clause === undefined ? '' : ` (${place(clause, revision)})`;
}

function place(clause: string, revision: string | undefined): string {
  const section = /^\d/.test(clause) ? `§${clause}` : clause;
  return revision === undefined ? section : `${section} of ${revision}`;
}
