import type { DelegationEvent } from '../../guard/delegation-event.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { safeLine } from '../terminal/safe-text.ts';

/** What is worth a line of its own while a delegation runs; `undefined` for artifacts, which come in any number. */
export function eventWords(event: DelegationEvent): string | undefined {
  switch (event.kind) {
    case 'planned': {
      const { name, url, dialect, binding } = event.agent;
      return `${safeLine(name) || 'the agent'} at ${safeLine(withoutSecrets(url))}, A2A ${dialect} over ${binding}`;
    }
    case 'opened':
      return `task ${safeLine(event.taskId)}`;
    case 'state': {
      const said = event.message?.parts.flatMap(({ text }) => text ?? []).join(' ') ?? '';
      return said === '' ? event.state : `${event.state}: “${safeLine(shortened(said))}”`;
    }
    case 'artifact':
      return undefined;
    case 'watching':
      return `watching by ${event.by === 'stream' ? 'the stream' : 'reads'}: ${safeLine(event.because)}`;
    case 'verifying':
      return `says ${event.reported}; verifying`;
    case 'canceling':
      return event.because === 'deadline'
        ? 'its time is over: cancelling, and watching that it stops'
        : 'cancelling, and watching that it stops';
    case 'resuming':
      return event.bridged.length === 0
        ? 'answering'
        : `answering, with ${event.bridged.map(safeLine).join(', ')} as text`;
    case 'moving':
      return `giving the work to ${safeLine(event.to)}: ${safeLine(event.because)}`;
    case 'revised':
      return `the agent contradicts its own end: ${event.outcome.kind}`;
    case 'finding':
      return `${event.finding.rule} (${event.finding.certainty}): ${safeLine(event.finding.because)}`;
  }
}

/** What goes on in the background of the last line; `undefined` if it stays as it was. */
export function statusWords(event: DelegationEvent): string | undefined {
  switch (event.kind) {
    case 'planned':
      return 'sending';
    case 'opened':
      return 'opened';
    case 'state':
      return event.state;
    case 'verifying':
      return `verifying ${event.reported}`;
    case 'canceling':
      return 'verifying the cancel';
    default:
      return undefined;
  }
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
