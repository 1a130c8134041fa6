import { styleText } from 'node:util';

/** Text by what it is for, not by colour. Plain where the stream takes no colour, or the user wants none (NO_COLOR). */
export interface Style {
  strong(text: string): string;
  quiet(text: string): string;
  good(text: string): string;
  careful(text: string): string;
  bad(text: string): string;
  name(text: string): string;
}

type Format = Parameters<typeof styleText>[0];

/** The style for what is written to that stream. */
export function styleFor(stream: NodeJS.WritableStream): Style {
  const as = (format: Format) => (text: string) => (text === '' ? '' : styleText(format, text, { stream }));
  return {
    strong: as('bold'),
    quiet: as('dim'),
    good: as('green'),
    careful: as('yellow'),
    bad: as('red'),
    name: as('cyan'),
  };
}
