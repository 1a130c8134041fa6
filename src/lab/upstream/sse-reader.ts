/** The payloads of an event stream, as they come. */
export async function* readPayloads(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  let data: string[] = [];
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    }
  }
  if (rest.startsWith('data:')) data.push(rest.slice(5).replace(/^ /, ''));
  if (data.length > 0) yield data.join('\n'); // some peers leave out the last blank line
}
