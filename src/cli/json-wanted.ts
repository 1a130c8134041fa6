/** Whether a command line asks for JSON, also where it makes no sense otherwise. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.some((arg, index) => {
    if (arg === '--json' || arg === '--events') return true;
    const format = /^(?:--format=|-f=?)(.+)$/.exec(arg)?.[1] ?? (/^(--format|-f)$/.test(arg) ? options[index + 1] : '');
    return format === 'json';
  });
}
