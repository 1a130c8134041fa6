import { readFileSync } from 'node:fs';

/** The version of this package, as published. Sources and the built program lie equally deep below package.json. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
