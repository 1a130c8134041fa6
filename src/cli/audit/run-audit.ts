import { access, constants, open, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { audit } from '../../audit/audit.ts';
import { exitCodeOf } from '../../audit/audit-report.ts';
import { withoutSecrets } from '../../http/without-secrets.ts';
import { fileWords } from '../file-words.ts';
import { listenForInterruption } from '../interruption.ts';
import type { Outlet, Streams } from '../terminal/outlet.ts';
import { plainOutlet } from '../terminal/plain-outlet.ts';
import { createProgress, noProgress } from '../terminal/progress.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { auditJson } from './audit-json.ts';
import { followAudit } from './audit-progress.ts';
import { reportAudit } from './audit-report.ts';
import { readPrompts } from './prompts-file.ts';
import type { AuditRequest } from './request.ts';

/**
 * Audits an agent and tells what became of each claim: the report on stdout or in a file, progress on stderr.
 *
 * @returns the exit code
 * @throws UsageError if a file can't be read or written, or makes no sense
 */
export async function runAudit(request: AuditRequest, streams: Streams): Promise<number> {
  const { out, err } = streams;
  const { promptsFile } = request;
  const prompts = promptsFile === undefined ? {} : { prompts: await readPrompts(promptsFile) };
  if (request.output !== undefined) await checkWritable(request.output);
  const startedAt = performance.now();
  const progress =
    err.isTerminal || request.verbose ? createProgress(err, () => performance.now() - startedAt) : noProgress;
  const interruption = listenForInterruption(() => {
    progress.end();
    err.line(
      `probity: left at once; tasks that were begun may still be running at ${safeLine(withoutSecrets(request.target))}.`,
    );
  });
  interruption.signal.addEventListener('abort', () => progress.line('interrupted: cancelling what is left'));
  progress.status('reading the card');
  try {
    const follow = followAudit(progress);
    const report = await audit(request.target, {
      ...request.options,
      ...prompts,
      signal: interruption.signal,
      onEvent: follow,
    });
    progress.end();
    const exitCode = exitCodeOf(report, request.failOn);
    // The report says it, too, but not always where it is read.
    const isSaid = request.output === undefined && request.format === 'text';
    if (report.ended !== undefined && !isSaid) {
      err.line(`${err.style.bad('probity:')} ${safeLine(report.ended.message)}`);
    }
    const tell = (to: Outlet): void => {
      if (request.format === 'json') to.line(safeJson(auditJson(report, request, exitCode), 2));
      else reportAudit(report, request, to);
    };
    if (request.output === undefined) tell(out);
    else await write(request.output, tell);
    return exitCode;
  } finally {
    progress.end();
    interruption.stop();
  }
}

async function write(file: string, tell: (to: Outlet) => void): Promise<void> {
  const page = plainOutlet();
  tell(page);
  await orTell(writeFile(file, page.text()), file);
}

/**
 * Nobody waits for an audit whose report can't be written. What is there stays until there is another, and what is not
 * there is not begun. A pipe or a terminal is left alone: opening one waits for its reader, or ends what it reads.
 */
async function checkWritable(file: string): Promise<void> {
  await orTell(tryToWrite(file), file);
}

async function tryToWrite(file: string): Promise<void> {
  const there = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (there === undefined) await access(dirname(file), constants.W_OK | constants.X_OK);
  else if (there.isFile() || there.isDirectory()) await (await open(file, 'a')).close();
}

async function orTell(writing: Promise<void>, file: string): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    throw new UsageError(`Can't write ${file}: ${fileWords(cause)}.`, { cause });
  }
}
