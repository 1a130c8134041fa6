import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import { factsOfRule } from '../../catalogue/catalogue.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { RuleFacts } from '../../lifecycle/rule.ts';
import { basisWords } from '../explain/basis-words.ts';
import { productVersion } from '../product-version.ts';
import type { CheckedFinding } from './checked-finding.ts';
import type { Checked } from './run-check.ts';

/** What a check found, as SARIF 2.1.0, for tools that show findings beside the file. */
export function checkSarif({ discovery, findings, negotiation }: Checked): Log {
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const facts = ids.flatMap((id) => factsOfRule(id) ?? []);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'probity', version: productVersion(), rules: facts.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule), discovery.place)),
        properties: { decision: negotiation?.decision ?? 'none' },
      },
    ],
  };
}

function ruleOf({ id, title, why, remedy, severity, basis }: RuleFacts): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: why },
    help: { text: `${remedy} Basis: ${basisWords(basis)}` },
    defaultConfiguration: { level: severity },
  };
}

function resultOf(
  { rule, severity, certainty, because, effect, ...place }: CheckedFinding,
  ruleIndex: number,
  of: string,
): Result {
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${because.charAt(0).toUpperCase()}${because.slice(1)}.` },
    locations: [locationOf(place, of)],
    properties: { certainty, ...(effect === undefined ? {} : { effect }) },
  };
}

function locationOf(
  { pointer, line, column }: Pick<CheckedFinding, 'pointer' | 'line' | 'column'>,
  place: string,
): Location {
  const region = line === undefined || column === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(place) }, ...region },
    logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }],
  };
}

/** A path that is relative stays so, for tools that look for the file in their checkout. */
function uriOf(place: string): string {
  if (place === '-') return 'stdin';
  if (/^https?:/i.test(place)) return withoutSecrets(place);
  return isAbsolute(place) ? pathToFileURL(place).href : place.split('/').map(encodeURIComponent).join('/');
}
