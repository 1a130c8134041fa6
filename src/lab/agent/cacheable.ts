import { createHash } from 'node:crypto';
import type { Dress } from '../http-message.ts';

/** Says how long an answer may be kept and which edition it is, as cards should (1.0 §8.6). */
export const cacheable: Dress = (answer) => {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  return { ...answer, headers: { 'cache-control': 'max-age=60', etag, ...answer.headers } };
};
