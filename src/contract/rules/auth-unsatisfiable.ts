import { V1 } from '../../lifecycle/revision.ts';
import { type ContractRule, invariant } from '../contract-rule.ts';
import { cardWith } from '../setting.ts';

const schemes = {
  key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
  token: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
  certificate: { mtlsSecurityScheme: {} },
};
const both = { schemes: { key: { list: [] }, certificate: { list: [] } } };

export const authUnsatisfiable: ContractRule = {
  id: 'contract/auth-unsatisfiable',
  title: 'The client holds the credentials for none of the ways in',
  severity: 'error',
  basis: invariant(
    'Any one of the requirements lets a client in, and of that one every scheme is needed. A skill that names requirements of its own asks for one of them too.',
    '4.4.1, 4.4.5',
    V1,
  ),
  certainty: 'certain',
  path: 'authenticate',
  why: 'The first call is turned away, or the task stops at `auth-required` with nobody to answer.',
  remedy: 'Offer a way in that clients can have credentials for, and list an empty requirement if anybody may call.',
  *check({ credentials, missingCredentials, modes, card }) {
    if (credentials !== undefined) return;
    const lacks = [...new Set(missingCredentials.map((names) => names.join(' and ')))].join(', or ');
    const ofSkill = modes.skill?.security !== undefined && card.security.length === 0 && modes.index !== undefined;
    const name = card.raw['securityRequirements'] === undefined ? 'security' : 'securityRequirements';
    yield {
      effect: 'refuses',
      because: `a credential is missing for ${lacks}`,
      pointer: ofSkill ? `/skills/${modes.index}/${name}` : `/${name}`,
    };
  },
  pair: {
    raises: {
      card: cardWith({ securitySchemes: schemes, securityRequirements: [both] }),
      profile: { credentials: { key: 'env:KEY', token: 'env:TOKEN' } },
    },
    nearMiss: {
      card: cardWith({
        securitySchemes: schemes,
        securityRequirements: [both, { schemes: { token: { list: ['read'] } } }],
      }),
      profile: { credentials: { bearer: 'env:TOKEN' } },
    },
  },
};
