import type { GatewayEvent } from '../../gateway/gateway-event.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';

const TONE = { error: 'bad', warning: 'careful', note: 'quiet' } as const;

/** Tells people what happens at a gateway, a line each. */
export function reportEvent(event: GatewayEvent, { style, line }: Outlet): void {
  const peer = style.quiet(safeLine(event.peer));
  switch (event.kind) {
    case 'card':
      return line(`${peer}  ${event.found ? style.good('found') : style.bad('not found')}  ${safeLine(event.says)}`);
    case 'finding': {
      const { rule, severity, certainty, because, taskId } = event.finding;
      const task = taskId === undefined ? '' : style.quiet(`  ${safeLine(taskId)}`);
      return line(`${peer}  ${style[TONE[severity]](rule)}  ${certainty}: ${safeLine(because)}${task}`);
    }
    case 'act': {
      const task = event.taskId === undefined ? '' : style.quiet(`  ${safeLine(event.taskId)}`);
      return line(`${peer}  ${style.strong(event.act)}  ${safeLine(event.because)}${task}`);
    }
    case 'outcome': {
      const tone = event.verified ? style.good : style.careful;
      return line(
        `${peer}  ${tone(event.state ?? 'unknown')}  ${safeLine(event.says)}${style.quiet(`  ${safeLine(event.taskId)}`)}`,
      );
    }
    case 'notice':
      return line(`${peer}  ${safeLine(event.says)}`);
  }
}

/** The same for programs: one JSON object a line. What was seen stays out of it, since it may hold the work itself. */
export function eventJson(event: GatewayEvent, at: Date): string {
  const facts = event.kind === 'finding' ? findingJson(event) : event;
  return safeJson({ schemaVersion: 1, at: at.toISOString(), ...facts });
}

function findingJson({ kind, peer, finding }: GatewayEvent & { readonly kind: 'finding' }) {
  const { seen, evidence: _, basis, ...facts } = finding;
  const { operation, channel } = seen.vantage;
  return { kind, peer, ...facts, basis: basis.kind, operation, channel };
}
