import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';
import { listWords } from '../terms/modes-words.ts';

export const noCommonInterface: ContractRule = {
  id: 'contract/no-common-interface',
  title: 'The agent offers no interface that the client speaks',
  severity: 'error',
  basis: invariant(
    'A client picks the first interface of the card that it supports. Where it supports none, nothing may be begun.',
    '8.3.2',
    V1,
  ),
  certainty: 'certain',
  path: 'reach',
  why: 'There is no way to talk to the agent, whatever else its card promises.',
  remedy: 'Offer JSON-RPC or HTTP+JSON in a version that clients speak, each with an absolute URL.',
  *check({ card, interface: at, abilities }) {
    if (at !== undefined) return;
    const offered = card.interfaces.map((one) => `${one.protocolBinding} ${one.protocolVersion}`);
    const because = `the card offers ${listWords([...new Set(offered)])}, and the client speaks ${abilities.bindings.join(', ')} in ${abilities.versions.join(', ')}`;
    const pointer = card.raw['supportedInterfaces'] === undefined ? '/url' : '/supportedInterfaces';
    yield { effect: 'refuses', because, pointer };
  },
  pair: {
    raises: { card: cardWith(), profile: { bindings: ['GRPC'] } },
    nearMiss: { card: cardWith(), profile: { bindings: ['GRPC', 'JSONRPC'], versions: ['1.0'] } },
  },
};
