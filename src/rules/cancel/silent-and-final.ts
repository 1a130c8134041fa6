import type { Basis } from '../../lifecycle/finding.ts';

/** An invariant of the source documents (D§4, 2). */
export const SILENT_AND_FINAL: Basis = {
  kind: 'policy',
  says: 'Once an agent says canceled, the task is silent and final.',
};
