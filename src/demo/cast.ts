import { startLab } from '../lab/index.ts';
import { type DemoAgent, startHonestAgent } from './honest-agent.ts';
import { SCENES } from './scene.ts';
import { DEMO_TIMES } from './times.ts';

/** An agent of the demonstration that stays up. */
export interface CastMember {
  readonly name: string;
  readonly agent: DemoAgent;
}

/** Starts the agents of the demonstration once more, in 1.0, for somebody to try by hand. */
export async function startCast(): Promise<readonly CastMember[]> {
  const { stepMs } = DEMO_TIMES;
  const liars = SCENES.flatMap(({ deviation }) => deviation ?? []);
  return Promise.all([
    startHonestAgent('1.0', stepMs).then((agent) => ({ name: 'honest', agent })),
    ...liars.map(async (name) => ({
      name,
      agent: await startLab({ dialect: '1.0', deviations: [name], bindings: ['JSONRPC'], stepMs }),
    })),
  ]);
}
