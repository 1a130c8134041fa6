import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { TRUST_BOUNDS } from '../trust/bounds.ts';
import { LastingTrust, type LastingTrustOptions } from '../trust/lasting-trust.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { defaultStateFile } from './state-file.ts';
import { TrustFile } from './trust-file.ts';

export interface OpenTrustOptions extends LastingTrustOptions, DatabaseOptions {
  /** Where it is kept; by default in the state folder of the user. */
  readonly file?: string;
}

const OPTIONS: NamesOf<OpenTrustOptions> = {
  file: true,
  clock: true,
  bounds: true,
  refreshMs: true,
  onStoreError: true,
  busyMs: true,
};

/**
 * Opens what is remembered of agents, and makes the file if it isn't there. Several processes may share one.
 *
 * @throws StoreError if the file can't be used, isn't one of Probity's, is damaged, or was written by a newer version
 */
export async function openTrust(options: OpenTrustOptions = {}): Promise<LastingTrust> {
  refuseStrangers(options, OPTIONS);
  refuseStrangers(options.bounds ?? {}, TRUST_BOUNDS, 'bounds');
  const { file = defaultStateFile(), clock = Date.now, bounds } = options;
  const store = new TrustFile(await openDatabase(file, options), bounds);
  try {
    await store.prune(clock());
    return await LastingTrust.open(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}
