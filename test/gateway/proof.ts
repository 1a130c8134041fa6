import { type Binding, type DialectName, deviations, startLab } from '../../src/lab/index.ts';
import { type Course, type Incident, NaiveCaller } from './naive-caller.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** One deviation in one dialect and binding, met by a caller on one course. */
export interface Encounter {
  readonly deviation: string;
  readonly dialect: DialectName;
  readonly binding: Binding;
  readonly course: Course;
}

/** What befell a caller that knows nothing, once without and once with the gateway between. */
export interface Befell {
  readonly directly: readonly Incident[];
  readonly behind: readonly Incident[];
}

/** How long a caller waits for what may never come. Behind the gateway it always comes. */
const DIRECT_PATIENCE_MS = 1_200;
const BEHIND_PATIENCE_MS = 20_000;

export async function meet(encounter: Encounter): Promise<Befell> {
  return { directly: await meetDirectly(encounter), behind: await meetBehind(encounter) };
}

export async function meetDirectly({ deviation, dialect, binding, course }: Encounter): Promise<readonly Incident[]> {
  const lab = await startPeer(deviation, dialect, binding);
  try {
    return await new NaiveCaller(lab.url, dialect, binding, DIRECT_PATIENCE_MS).run(course, lab.ledger);
  } finally {
    await lab.close();
  }
}

export async function meetBehind({ deviation, dialect, binding, course }: Encounter): Promise<readonly Incident[]> {
  const lab = await startPeer(deviation, dialect, binding);
  try {
    return await withGateway(lab.url, { bounds: shortBounds }, ({ url }) =>
      new NaiveCaller(url, dialect, binding, BEHIND_PATIENCE_MS).run(course, lab.ledger),
    );
  } finally {
    await lab.close();
  }
}

function startPeer(name: string, dialect: DialectName, binding: Binding) {
  const knobs = name === 'zombie-cancel' ? { seconds: 0.6 } : {};
  return startLab({ stepMs: 20, dialect, bindings: [binding], deviations: [{ name, knobs }] });
}

/** Whether the lab has a deviation in a dialect and binding. */
export function exists(name: string, dialect: DialectName, binding: Binding): boolean {
  const found = deviations.find((each) => each.name === name);
  return found?.dialects.includes(dialect) === true && found.bindings.includes(binding);
}
