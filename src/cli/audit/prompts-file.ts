import { parse, YAMLParseError } from 'yaml';
import { PROMPT_KINDS, type PromptKind, type Prompts } from '../../audit/prompts.ts';
import { didYouMean } from '../../options/did-you-mean.ts';
import type { Part } from '../../protocol/model.ts';
import { readText } from '../input-file.ts';
import { UsageError } from '../usage-error.ts';

/** What a part may be made of. */
const CONTENTS = ['text', 'data', 'raw', 'url'] as const;

/**
 * Reads a file that says what makes an agent do what: YAML, or JSON, which is YAML too.
 *
 * @throws UsageError naming the file, the member and what it should be
 */
export async function readPrompts(file: string): Promise<Prompts> {
  return promptsIn(await readText(file), file);
}

/** @throws UsageError as {@link readPrompts} does */
function promptsIn(content: string, file: string): Prompts {
  const value = parsed(content, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${file} holds no prompts. It looks like “slow: count to a hundred”, one prompt a line.`);
  }
  const prompts: { [kind in PromptKind]?: readonly Part[] } = {};
  for (const [name, given] of Object.entries(value)) {
    const kind = PROMPT_KINDS.find((known) => known === name);
    if (kind === undefined) {
      const hint = didYouMean(name, PROMPT_KINDS);
      throw new UsageError(`${file}: there is no prompt “${name}”.${hint || ` There are ${PROMPT_KINDS.join(', ')}.`}`);
    }
    prompts[kind] = partsOf(given, `${file}: ${name}`);
  }
  return prompts;
}

function parsed(content: string, file: string): unknown {
  try {
    return parse(content, { maxAliasCount: 10 });
  } catch (cause) {
    if (!(cause instanceof YAMLParseError)) throw cause;
    throw new UsageError(`${file} is no YAML: ${cause.message}`, { cause });
  }
}

function partsOf(given: unknown, where: string): readonly Part[] {
  if (typeof given === 'string' && given.trim() !== '') return [{ text: given, mediaType: 'text/plain' }];
  if (!Array.isArray(given) || given.length === 0)
    throw new UsageError(`${where} is neither a text nor a list of parts.`);
  return given.map((part: unknown, index) => partOf(part, `${where}[${index}]`));
}

function partOf(given: unknown, where: string): Part {
  if (typeof given === 'string') return { text: given, mediaType: 'text/plain' };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new UsageError(`${where} is no part.`);
  const members = Object.entries(given);
  const contents = members.filter(([name]) => CONTENTS.some((known) => known === name));
  const [content] = contents;
  if (contents.length !== 1 || content === undefined) {
    throw new UsageError(`${where} has to hold one of ${CONTENTS.join(', ')}, and nothing else of these.`);
  }
  if (content[0] !== 'data' && typeof content[1] !== 'string')
    throw new UsageError(`${where}.${content[0]} is no text.`);
  for (const [name, value] of members) {
    if (name === content[0]) continue;
    if ((name !== 'mediaType' && name !== 'filename') || typeof value !== 'string') {
      throw new UsageError(
        `${where}.${name} makes no sense. Beside its content a part has a mediaType and a filename.`,
      );
    }
  }
  const usual =
    content[0] === 'text'
      ? { mediaType: 'text/plain' }
      : content[0] === 'data'
        ? { mediaType: 'application/json' }
        : {};
  return { ...usual, ...given };
}
