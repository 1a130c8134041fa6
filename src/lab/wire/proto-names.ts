import { type State, states } from '../model.ts';

/** The state as protocol buffers name it; some revisions write `CANCELLED`. */
export function protoState(state: State, canceled: 'CANCELED' | 'CANCELLED'): string {
  if (state === 'unknown') return 'TASK_STATE_UNSPECIFIED';
  return `TASK_STATE_${state === 'canceled' ? canceled : state.toUpperCase().replace('-', '_')}`;
}

/** The state of a name in either spelling. */
export function stateOfProto(name: unknown): State {
  return (
    states.find((state) => protoState(state, 'CANCELED') === name || protoState(state, 'CANCELLED') === name) ??
    'unknown'
  );
}

export const protoRoles = { user: 'ROLE_USER', agent: 'ROLE_AGENT' };
