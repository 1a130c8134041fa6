import type { CompletedCommand, CompletedOption } from './vocabulary.ts';

/** A script for zsh, to be evaluated or put on the function path. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const named = commands.map(({ name, says }) => `    ${quote(`${name}:${says}`)}`);
  const cases = commands.map(({ name, options, words }) => {
    const specs = [
      ...options.map(optionSpec),
      ...(words.length === 0 ? ["'*:file:_files'"] : [`'*:name:(${words.join(' ')})'`]),
    ];
    return `      ${name})\n        _arguments ${specs.join(' \\\n          ')} ;;`;
  });
  return `#compdef probity
# probity completion for zsh
_probity() {
  local -a commands
  commands=(
${named.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
  else
    local name=$words[2]
    shift words
    ((CURRENT--))
    case $name in
${cases.join('\n')}
    esac
  fi
}
if [[ \${funcstack[1]-} == _probity ]]; then _probity "$@"; else compdef _probity probity; fi
`;
}

/** `{-t,--text}'[says]:value:(a b)'` */
function optionSpec({ flags, values, says }: CompletedOption): string {
  const names = flags.length > 1 ? `{${flags.join(',')}}` : (flags[0] ?? '');
  const action = values === undefined ? '' : values.length === 0 ? ':value:_files' : `:value:(${values.join(' ')})`;
  return `'*'${names}${quote(`[${says.replace(/[[\]\\:]/g, '\\$&')}]${action}`)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
