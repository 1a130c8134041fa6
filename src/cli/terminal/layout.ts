/** Breaks text into lines of at most that many characters, at spaces. A longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    return [...lines, line];
  });
}

/** Breaks JSON, or the begin of some, into lines behind commas that are in no text. A longer piece has a line of its own. */
export function wrapJson(json: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [piece] of json.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^",])+,?|,/gs)) {
    if (line !== '' && line.length + piece.trimEnd().length > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else {
      line += piece;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Label and value in two columns, the value broken into lines beside its label. @param breaking how, if not at spaces */
export function labelled(
  rows: readonly (readonly [label: string, value: string])[],
  layout: { readonly indent: string; readonly width: number; readonly label: (text: string) => string },
  breaking: typeof wrap = wrap,
): readonly string[] {
  const { indent, width, label } = layout;
  const column = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, value]) =>
    breaking(value, width - indent.length - column).map((line, index) => {
      const cell = (index === 0 ? name : '').padEnd(column);
      return `${indent}${label(cell)}${line}`.trimEnd();
    }),
  );
}
