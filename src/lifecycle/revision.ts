/** The revisions of the texts that clauses are cited from. */
export const V1 = 'v1.0.0 (2026-03-12), in force unchanged on 2026-08-18';
export const V03 = 'v0.3.0 (2025-07-31)';
export const V02 = 'v0.2.5 (2025-06-30)';
