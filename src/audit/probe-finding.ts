import type { Finding } from '../lifecycle/finding.ts';

/** What a probe found that no monitor could see: in headers, or by comparing two interfaces. */
export type ProbeFinding = Omit<Finding, 'seen' | 'evidence'>;
