import { DEFAULT_BOUNDS } from '../contract/bounds.ts';
import { slipIn } from '../contract/refuse-slips.ts';
import { anything, type Check, faultWords, list, oneOf, only, optional } from '../protocol/check.ts';
import { GatewayError } from './gateway-error.ts';
import { DEFAULT_GATEWAY_LIMITS } from './limits.ts';
import type { GatewayOptions, PeerOptions } from './options.ts';

const PEER: Readonly<Record<keyof PeerOptions, Check>> = {
  name: anything,
  target: anything,
  origins: anything,
  level: optional(oneOf('watch', 'protect')),
  settle: optional(oneOf('wait', 'immediate')),
  cancelConfirm: optional(oneOf('wait', 'immediate')),
  onLeave: optional(oneOf('keep', 'cancel')),
  opening: optional(oneOf('auto', 'stream', 'id-first')),
  tasks: anything,
  profile: anything,
};
const OPTIONS: Readonly<Record<keyof GatewayOptions, Check>> = {
  peers: list(only(PEER)),
  host: anything,
  port: anything,
  limits: optional(namesOf(DEFAULT_GATEWAY_LIMITS)),
  bounds: optional(namesOf(DEFAULT_BOUNDS)),
  hosts: anything,
  trustedProxies: anything,
  state: anything,
  report: anything,
  lookup: anything,
};
const options = only(OPTIONS);

function namesOf(known: object): Check {
  return only(Object.fromEntries(Object.keys(known).map((name) => [name, anything])));
}

/** @throws GatewayError `bad-option` at a name, or a word, that there is none of; it says what was probably meant */
export function checkOptions(given: GatewayOptions): void {
  const fault = options(given, '');
  const slip =
    fault === undefined
      ? given.peers.map(({ profile = {}, tasks = {} }) => slipIn(profile, tasks)).find((each) => each !== undefined)
      : faultWords(fault);
  if (slip !== undefined) throw new GatewayError(slip, { code: 'bad-option' });
}
