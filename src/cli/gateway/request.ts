/** `probity gateway`, as asked for on the command line. */
export interface GatewayRequest {
  readonly peers: readonly { readonly name: string; readonly target: string; readonly origins: readonly string[] }[];
  readonly host: string;
  readonly port: number;
  readonly level: 'watch' | 'protect';
  readonly settle: 'wait' | 'immediate';
  readonly cancelConfirm: 'wait' | 'immediate';
  readonly onLeave: 'keep' | 'cancel';
  readonly opening: 'auto' | 'stream' | 'id-first';
  readonly hosts: readonly string[];
  readonly trustedProxies: readonly string[];
  /** By the names of the gateway's limits. */
  readonly limits: Readonly<Record<string, number>>;
  /** What tasks need, and what callers can do. */
  readonly taskFile: string | undefined;
  readonly profileFile: string | undefined;
  /** Where it keeps what outlives it; `undefined`: nowhere. */
  readonly stateFile: string | undefined;
  readonly json: boolean;
}
