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

/** Label and value in two columns, the value broken into lines beside its label. */
export function labelled(
  rows: readonly (readonly [label: string, value: string])[],
  layout: { readonly indent: string; readonly width: number; readonly label: (text: string) => string },
): readonly string[] {
  const { indent, width, label } = layout;
  const column = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, value]) =>
    wrap(value, width - indent.length - column).map((line, index) => {
      const cell = (index === 0 ? name : '').padEnd(column);
      return `${indent}${label(cell)}${line}`.trimEnd();
    }),
  );
}
