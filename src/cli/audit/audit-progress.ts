import type { AuditEvent } from '../../audit/audit-event.ts';
import type { Progress } from '../terminal/progress.ts';
import { safeLine } from '../terminal/safe-text.ts';

/** Tells what an audit does while it runs. */
export function followAudit(progress: Progress): (event: AuditEvent) => void {
  const running = new Set<string>();
  let planned = 0;
  let played = 0;
  const status = (): void => {
    const [some = 'waiting'] = running;
    progress.status(
      `${played} of ${planned} scenarios; ${running.size > 1 ? `${some} and ${running.size - 1} more` : some}`,
    );
  };
  return (event) => {
    switch (event.kind) {
      case 'card':
        progress.line(`${safeLine(event.peer.name) || 'an agent'} at ${safeLine(event.peer.cardUrl)}`);
        return;
      case 'planned':
        planned = event.scenarios;
        return status();
      case 'started':
        running.add(keyOf(event.scenario, event.interface));
        return status();
      case 'confirming':
        progress.line(`${event.scenario}: suspects ${event.rules.join(', ')}; playing it again`);
        return;
      case 'played': {
        const { id, interface: name, status: said } = event.scenario;
        played++;
        running.delete(keyOf(id, name));
        const rules = event.findings.map(({ rule, severity }) => `${rule} (${severity})`);
        progress.line(`${id}: ${said}${rules.length === 0 ? '' : `; ${rules.join(', ')}`}`);
        return status();
      }
      case 'silent':
        progress.line(`${safeLine(event.interface)} says nothing any more, to no call; waiting a little longer`);
        return;
      case 'left': {
        const { taskId, messageId, why } = event.task;
        const what = messageId === undefined ? `task ${safeLine(taskId)} was` : 'a task may have been';
        progress.line(`${what} left running: ${safeLine(why)}`);
        return;
      }
      default:
        return;
    }
  };
}

function keyOf(scenario: string, name: string): string {
  return `${scenario} on ${safeLine(name)}`;
}
