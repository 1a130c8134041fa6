import type { DialectName } from '../exchange.ts';
import type { Dialect } from './dialect.ts';
import { v02 } from './v02/index.ts';
import { v03, v03Proto } from './v03/index.ts';
import { v10 } from './v10/index.ts';

/** The dialect of that name. @param protoJson 0.3 over HTTP+JSON as the official SDKs have it */
export function dialectOf(name: DialectName, protoJson = false): Dialect {
  if (name === '0.3') return protoJson ? v03Proto : v03;
  return name === '0.2' ? v02 : v10;
}
