import { isMap, isScalar, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { findJsonFault } from '../../protocol/json-fault.ts';
import { ContractFileError } from './contract-file-error.ts';

type Path = readonly (string | number)[];

/** A file's content as a value, and where in it each of its members stands. */
export interface ContractDocument {
  readonly value: unknown;
  /** Throws saying what is wrong with the value at `path`, or with its key. */
  fault(path: Path, message: string, at?: 'key' | 'value'): never;
}

/**
 * Reads JSON, which begins with a brace, or YAML.
 *
 * @throws ContractFileError with line and column, if it is neither
 */
export function readDocument(text: string): ContractDocument {
  const content = text.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const json = content.trimStart().startsWith('{');
  const known = json ? parseJson(content) : undefined;
  // JSON is YAML as well, so one reader tells the places in both.
  const parsed = parseDocument(content, { lineCounter: lines, prettyErrors: false, maxAliasCount: 0 } as object);
  const [error] = parsed.errors;
  if (!json && error !== undefined) throw notYaml(error, lines);
  return {
    value: json ? known : parsed.toJS({ maxAliasCount: 0 }),
    fault(path, message, at = 'value') {
      const { line, col } = lines.linePos(offsetOf(parsed.contents, path, at));
      throw new ContractFileError(message, { code: 'bad-member', line, column: col });
    },
  };
}

/** Where a member, or its key, begins; where it is missing, where what should hold it begins. */
function offsetOf(contents: unknown, path: Path, at: 'key' | 'value'): number {
  let node = contents;
  let offset = startOf(node);
  for (const [depth, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return offset;
      const wanted = at === 'key' && depth === path.length - 1 ? pair.key : (pair.value ?? pair.key);
      offset = startOf(wanted);
      node = pair.value;
    } else {
      node = (node as { items?: readonly unknown[] } | undefined)?.items?.[Number(step)];
      if (node === undefined) return offset;
      offset = startOf(node);
    }
  }
  return offset;
}

function startOf(node: unknown): number {
  return (node as { range?: readonly number[] | null } | null | undefined)?.range?.[0] ?? 0;
}

/** The engine's own error quotes what stands around a fault, which may be a secret in the wrong place. */
function parseJson(content: string): unknown {
  const fault = findJsonFault(content);
  if (fault === undefined) return JSON.parse(content);
  const what = fault.found === undefined ? 'it ends too early' : 'something is missing, or too much';
  throw new ContractFileError(`this is no JSON: ${what}.`, { ...fault, code: 'not-parsable' });
}

function notYaml(error: YAMLError, lines: LineCounter): ContractFileError {
  const { line, col } = lines.linePos(error.pos[0]);
  const said = error.message.split('\n')[0] ?? '';
  return new ContractFileError(`this is no YAML: ${said}`, {
    code: 'not-parsable',
    line,
    column: col,
    cause: error,
  });
}
