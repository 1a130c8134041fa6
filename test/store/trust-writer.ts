import { openTrust } from '../../src/store/open-trust.ts';
import { aFinding, anInterface } from '../trust/sample-finding.ts';

/** Writes a lot into a trust file, as one of several processes at once: `node trust-writer.ts FILE NAME ROUNDS`. */
const [file = '', name = '', rounds = '0'] = process.argv.slice(2);
const trust = await openTrust({ file });
const at = anInterface();
for (let round = 0; round < Number(rounds); round++) {
  trust.cache.kept(at, 'task');
  trust.cache.refuse(at.cardUrl, `${name}-${round}`, 'a test');
  trust.cache.broken(anInterface({ interfaceUrl: `https://agent.example/${name}-${round}` }), aFinding());
  if (round % 4 === 0) await trust.flush();
}
await trust.close();
