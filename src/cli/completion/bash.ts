import type { CompletedCommand } from './vocabulary.ts';

/** A script for bash. Where no word of ours fits, bash completes file names. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const ofCommands = commands.map(({ name, options, words }) => {
    const all = [...options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--'))), ...words];
    return `      ${name}) words='${all.join(' ')}' ;;`;
  });
  const valued = commands.flatMap(({ options }) => options.filter(({ values }) => values !== undefined));
  const ofOptions = new Map(valued.map(({ flags, values = [] }) => [flags.join('|'), values.join(' ')]));
  return `# probity completion for bash
_probity() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=''
  if ((COMP_CWORD == 1)); then
    words='${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}'
  else
    case \${COMP_WORDS[1]} in
${ofCommands.join('\n')}
    esac
    case $previous in
${[...ofOptions].map(([flags, values]) => `      ${flags}) words='${values}' ;;`).join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _probity probity
`;
}
