import { type Deviation, deviations, LabError, type LabPeer, startLab } from '../../lab/index.ts';
import { didYouMean } from '../../options/did-you-mean.ts';
import { EXIT } from '../exit-code.ts';
import { listenForInterruption } from '../interruption.ts';
import type { Outlet, Streams } from '../terminal/outlet.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { listDeviations } from './deviation-list.ts';
import { peerJson, reportLedger, reportPeer } from './peer-report.ts';
import type { LabRequest } from './request.ts';

/**
 * Runs a peer until it is interrupted, or lists what there is.
 *
 * @throws UsageError if the peer can't be started as asked
 */
export async function runLab(request: LabRequest, streams: Streams): Promise<number> {
  if (request.list) return listDeviations(request.json, streams.out);
  const chosen = request.deviations.map(({ name }) => deviationNamed(name));
  const peer = await start(request, chosen);
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  const interruption = listenForInterruption(() => undefined);
  interruption.signal.addEventListener('abort', () => resolve());
  tellPeer(request, chosen, peer, streams.out);
  await interrupted;
  await peer.close();
  interruption.stop();
  if (!request.json) reportLedger(peer.ledger, streams.out);
  return EXIT.ok;
}

function deviationNamed(name: string): Deviation {
  const found = deviations.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = deviations.map((each) => each.name);
  throw new UsageError(
    `There is no deviation named ${name}.${didYouMean(name, names) || ' probity lab --list shows all.'}`,
  );
}

async function start(request: LabRequest, chosen: readonly Deviation[]): Promise<LabPeer> {
  const { dialect, bindings, port, stepMs, seed, control, tokens, tenants, extensions, upstream, publicUrl } = request;
  try {
    return await startLab({
      deviations: chosen.map(({ name, knobs }, index) => {
        return { name, knobs: pick(request.knobs, knobs), probability: request.deviations[index]?.share ?? 1 };
      }),
      ...{ dialect, port, stepMs, seed, tokens, tenants },
      ...(control === undefined ? {} : { control }),
      ...(extensions.length === 0 ? {} : { card: { extensions } }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(bindings.length === 0 ? {} : { bindings }),
      ...(upstream === undefined ? {} : { upstream }),
    });
  } catch (error) {
    if (error instanceof LabError) throw new UsageError(error.message, { cause: error });
    throw error;
  }

  /** The knobs that this deviation has; one that none of them has is a slip. */
  function pick(given: Readonly<Record<string, number>>, own: Deviation['knobs']): Record<string, number> {
    const known = new Set(chosen.flatMap(({ knobs }) => Object.keys(knobs)));
    const unknown = Object.keys(given).find((name) => !known.has(name));
    if (unknown !== undefined) {
      const there = known.size === 0 ? 'There is nothing to set.' : `There is ${[...known].join(', ')}.`;
      const hint = didYouMean(unknown, [...known]);
      throw new UsageError(`${chosen.map(({ name }) => name).join(', ')} can't be set by ${unknown}. ${there}${hint}`);
    }
    return Object.fromEntries(Object.entries(given).filter(([name]) => name in own));
  }
}

function tellPeer(request: LabRequest, chosen: readonly Deviation[], peer: LabPeer, out: Outlet): void {
  if (request.json) out.line(safeJson(peerJson(request, chosen, peer)));
  else reportPeer(request, chosen, peer, out);
}
