/** The revision of the 1.0 text that clauses are cited from. */
export const V1 = 'v1.0.0';
