import type { DelegatedAgent } from '../../guard/delegation-event.ts';
import type { Outcome } from '../../guard/outcome.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import type { Part, Task } from '../../protocol/model.ts';
import { formatDuration } from '../duration.ts';
import { labelled, wrap } from '../terminal/layout.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { contentLines, mediaTypes } from './content-lines.ts';
import { reportFindings } from './finding-report.ts';
import { type OutcomeWords, wordsFor } from './outcome-words.ts';

const MARK = { good: '✔', careful: '!', bad: '✖' } as const;

/** Tells people what became of a delegation: the verdict, the result, the findings, and what to do. */
export function reportOutcome(outcome: Outcome, agent: DelegatedAgent | undefined, tookMs: number, out: Outlet): void {
  const words = wordsFor(outcome);
  const tone = out.style[words.tone];
  out.line(`${tone(MARK[words.tone])} ${out.style.strong(tone(words.headline))}`);
  tell(words, out);
  out.line();
  const task = taskOf(outcome);
  const taskId = task?.id ?? ('taskId' in outcome ? outcome.taskId : undefined);
  const facts: [string, string][] = [];
  if (agent !== undefined) {
    facts.push(['agent', `${safeLine(agent.name) || '(no name)'}, ${safeLine(withoutSecrets(agent.url))}`]);
    facts.push(['spoken', `A2A ${agent.dialect} over ${agent.binding}`]);
  }
  if (taskId !== undefined) facts.push(['task', safeLine(taskId)]);
  if ('reported' in outcome && outcome.reported !== undefined) facts.push(['reported', outcome.reported]);
  facts.push(['took', formatDuration(tookMs)]);
  for (const line of labelled(facts, { indent: '  ', width: out.width, label: out.style.quiet })) out.line(line);
  reportContent(outcome, task, out);
  reportFindings(outcome.findings, out);
}

/** The task that an outcome shows, if it shows one. */
function taskOf(outcome: Outcome): Task | undefined {
  return 'task' in outcome ? outcome.task : undefined;
}

function tell({ meaning, next }: OutcomeWords, out: Outlet): void {
  for (const line of wrap(meaning, out.width - 2)) out.line(`  ${line}`);
  if (next !== undefined) for (const line of wrap(next, out.width - 2)) out.line(`  ${line}`);
}

function reportContent(outcome: Outcome, task: Task | undefined, out: Outlet): void {
  const message = outcome.kind === 'answered' ? outcome.message : task?.statusMessage;
  if (message !== undefined) block('message', message.parts, out);
  else if (!task?.artifacts?.length && lastWords(task).length > 0) block('said', lastWords(task), out);
  // What an orphan went on to produce stays behind the fence; --json shows it as evidence.
  if (outcome.kind === 'orphaned') return;
  if (outcome.kind === 'completed-disputed') {
    for (const [index, version] of outcome.versions.entries()) {
      const from = version.from === 'stream' ? 'as streamed' : 'as read';
      for (const artifact of version.task?.artifacts ?? []) {
        block(`version ${index + 1}, ${from}: ${safeLine(artifact.name ?? artifact.artifactId)}`, artifact.parts, out);
      }
    }
    return;
  }
  for (const artifact of task?.artifacts ?? [])
    block(safeLine(artifact.name ?? artifact.artifactId), artifact.parts, out);
}

/** What an agent said since it was last spoken to: some put a question or an answer nowhere but into the history. */
function lastWords(task: Task | undefined): readonly Part[] {
  const history = task?.history ?? [];
  return history.slice(history.findLastIndex(({ role }) => role === 'user') + 1).flatMap(({ parts }) => parts);
}

function block(title: string, parts: readonly Part[], out: Outlet): void {
  const types = mediaTypes(parts);
  out.line();
  out.line(`${out.style.strong(title)}${types === '' ? '' : out.style.quiet(`  ${types}`)}`);
  for (const line of contentLines(parts)) out.line(`  ${line}`.trimEnd());
}
