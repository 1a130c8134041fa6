import { openTrust } from '../../store/open-trust.ts';
import { StoreError } from '../../store/store-error.ts';
import type { LastingTrust } from '../../trust/lasting-trust.ts';
import type { Outlet } from '../terminal/outlet.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import type { DelegateRequest } from './request.ts';

/**
 * Opens what is remembered of agents. A file that was named has to be good; without the user's own it goes on, and says so.
 *
 * @throws UsageError if the file that was named can't be used
 */
export async function openRemembered(trust: DelegateRequest['trust'], err: Outlet): Promise<LastingTrust | undefined> {
  if (trust === 'none') return undefined;
  const named = trust === 'default' ? {} : { file: trust.file };
  try {
    return await openTrust({ ...named, onStoreError: (error) => tell(error, err) });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (trust !== 'default') throw new UsageError(error.message, { cause: error });
    tell(error, err);
    return undefined;
  }
}

function tell(error: unknown, err: Outlet): void {
  const why = error instanceof Error ? error.message : String(error);
  err.line(`probity: what is learned of the agent is not remembered. ${safeLine(why)}`);
}
