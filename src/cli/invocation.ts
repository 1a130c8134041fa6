/** How to call this program from where it was called: as installed, or by the script of a checkout. */
export function invocation(env: NodeJS.ProcessEnv = process.env): string {
  const script = env['npm_lifecycle_event'];
  return script === 'probity' || script === 'start' ? 'npm run -s probity --' : 'probity';
}
