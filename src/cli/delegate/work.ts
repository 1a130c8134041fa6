import { text } from 'node:stream/consumers';
import type { Part } from '../../protocol/model.ts';
import { jsonOf, readText } from '../input-file.ts';
import { UsageError } from '../usage-error.ts';
import type { WorkSource } from './request.ts';

/**
 * Reads what is to be delegated.
 *
 * @throws UsageError if there is nothing, or a file can't be read or isn't JSON
 */
export async function readWork(source: WorkSource, input: NodeJS.ReadableStream): Promise<readonly Part[]> {
  if (source.kind === 'data') return [{ data: await readData(source.file, input), mediaType: 'application/json' }];
  const given = source.kind === 'text' ? source.text : await text(input);
  if (given.trim() === '') throw new UsageError('There is no text to delegate.');
  return [{ text: given, mediaType: 'text/plain' }];
}

async function readData(file: string, input: NodeJS.ReadableStream): Promise<unknown> {
  const name = file === '-' ? 'What came on stdin' : file;
  const content = file === '-' ? await text(input) : await readText(file);
  return jsonOf(content, name);
}
