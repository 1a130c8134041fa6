import type { Basis } from '../../lifecycle/finding.ts';
import { V1, V02, V03 } from '../../lifecycle/revision.ts';
import type { RuleFacts } from '../../lifecycle/rule.ts';

/** A MUST of a dialect's text. */
export function must(clause: string, revision: string, says: string): Basis {
  return { kind: 'must', clause, revision, says };
}

/** What a text says short of a MUST. */
export function said(clause: string, revision: string, says: string): Basis {
  return { kind: 'policy', ground: 'text', clause, revision, says };
}

/** What nobody says but us. */
export function ours(says: string): Basis {
  return { kind: 'policy', ground: 'ours', says };
}

/** What contradicts itself, whatever the texts say. */
export function contradiction(says: string): Basis {
  return { kind: 'policy', ground: 'contradiction', says };
}

/** The weight of a card that isn't what its dialect defines: 0.2 lists the members, but nowhere says MUST. */
export const WELL_FORMED: Pick<RuleFacts, 'severity' | 'basis' | 'perDialect'> = {
  severity: 'error',
  basis: must('5.7, 4.4', V1, 'Fields that are marked as required must be present; their types are defined.'),
  perDialect: {
    '0.3': { basis: must('11.1.1, 5.5', V03, 'Agents must provide a valid AgentCard as defined in section 5.') },
    '0.2': { severity: 'warning', basis: said('5.5', V02, 'The objects of a card are listed with their members.') },
  },
};

/** The weight of an interface that isn't where or what the card says. */
export const TRUE_INTERFACES: Pick<RuleFacts, 'severity' | 'basis' | 'perDialect'> = {
  severity: 'error',
  basis: must('8.3.1', V1, 'Each interface must accurately declare its transport protocol and URL.'),
  perDialect: {
    '0.3': {
      basis: must('5.6.1, 5.6.2', V03, '`url` must be the primary endpoint, and each transport be at the URL given.'),
    },
    '0.2': { basis: contradiction('The card says what is to be found at its URLs, and something else is.') },
  },
};
