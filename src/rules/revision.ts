/** The revisions of the texts that clauses are cited from. */
export { V1, V02, V03 } from '../lifecycle/revision.ts';
/** Topic pages explain; they are no part of the specification. */
export const V1_TOPICS = 'topic page of 2026-08-18';
export const V03_TOPICS = 'topic page at v0.3.0';
export const V02_TOPICS = 'topic page at v0.2.5';
