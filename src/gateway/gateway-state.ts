import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { openTrust } from '../store/open-trust.ts';
import { SettledEnds } from '../store/settled-ends.ts';
import type { LastingTrust } from '../trust/lasting-trust.ts';

/** What a gateway takes over from the one before it, and leaves to the next. */
export interface GatewayState extends AsyncDisposable {
  readonly trust: LastingTrust;
  readonly ends: SettledEnds;
  /** By which callers are known again; see `Principals`. */
  readonly callerKey: Buffer;
  /** Told when the file fails. The gateway goes on by what it has in memory. */
  readonly onError: (error: unknown) => void;
}

export interface GatewayStateOptions {
  /** Readable by its owner only: it holds the results of tasks that have ended. */
  readonly file: string;
  readonly onError?: (error: unknown) => void;
}

const OPTIONS: NamesOf<GatewayStateOptions> = {
  file: true,
  onError: true,
};

/**
 * Opens what a gateway knows of agents, and the ends of tasks that its callers were told, and makes the file if it isn't
 * there. Close it behind the gateway.
 *
 * @throws StoreError if the file can't be used, isn't one of Probity's, is damaged, or was written by a newer version
 */
export async function openGatewayState(options: GatewayStateOptions): Promise<GatewayState> {
  refuseStrangers(options, OPTIONS);
  const { file, onError = () => undefined } = options;
  const trust = await openTrust({ file, onStoreError: onError });
  let ends: SettledEnds | undefined;
  try {
    ends = await SettledEnds.open(file, Date.now());
    const opened = ends;
    const callerKey = await opened.secret('gateway-callers');
    const close = async (): Promise<void> => {
      await Promise.all([trust.close(), opened.close()]);
    };
    return { trust, ends: opened, callerKey, onError, [Symbol.asyncDispose]: close };
  } catch (error) {
    await Promise.all([trust.close(), ends?.close()]);
    throw error;
  }
}
