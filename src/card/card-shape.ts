/** How a member of a card is written, and when it has to be there. */
export interface Member {
  readonly kind: 'text' | 'flag' | 'texts' | 'object' | 'objects' | 'map' | 'any' | 'scopes';
  /** The shape of an object, of each in a list, or of each value of a map. */
  readonly of?: Shape;
  /**
   * `required`: always there. `optional`: its absence is told apart from its default. `implicit`: an absent one is the
   * same as one with its default value (§5.7).
   */
  readonly presence: 'required' | 'optional' | 'implicit';
}

/** The members of an object, by name. */
export interface Shape {
  readonly [member: string]: Member;
}

const required = (kind: Member['kind'], of?: Shape): Member => ({ kind, presence: 'required', ...(of && { of }) });
const optional = (kind: Member['kind'], of?: Shape): Member => ({ kind, presence: 'optional', ...(of && { of }) });
const implicit = (kind: Member['kind'], of?: Shape): Member => ({ kind, presence: 'implicit', ...(of && { of }) });

const FLOW = {
  authorizationUrl: implicit('text'),
  deviceAuthorizationUrl: implicit('text'),
  tokenUrl: implicit('text'),
  refreshUrl: implicit('text'),
  scopes: required('scopes'),
} satisfies Shape;

const FLOWS: Shape = {
  authorizationCode: optional('object', {
    ...FLOW,
    authorizationUrl: required('text'),
    tokenUrl: required('text'),
    pkceRequired: implicit('flag'),
  }),
  clientCredentials: optional('object', { ...FLOW, tokenUrl: required('text') }),
  deviceCode: optional('object', { ...FLOW, deviceAuthorizationUrl: required('text'), tokenUrl: required('text') }),
};

const NEW_SCHEME: Shape = {
  apiKeySecurityScheme: optional('object', {
    description: implicit('text'),
    location: required('text'),
    name: required('text'),
  }),
  httpAuthSecurityScheme: optional('object', {
    description: implicit('text'),
    scheme: required('text'),
    bearerFormat: implicit('text'),
  }),
  oauth2SecurityScheme: optional('object', {
    description: implicit('text'),
    flows: required('object', {
      ...FLOWS,
      implicit: optional('object', { ...FLOW, scopes: implicit('scopes') }),
      password: optional('object', { ...FLOW, scopes: implicit('scopes') }),
    }),
    oauth2MetadataUrl: implicit('text'),
  }),
  openIdConnectSecurityScheme: optional('object', {
    description: implicit('text'),
    openIdConnectUrl: required('text'),
  }),
  mtlsSecurityScheme: optional('object', { description: implicit('text') }),
};

/** A scheme before 1.0: which of its members are required depends on its `type`. */
const OLD_SCHEME: Shape = {
  type: required('text'),
  description: implicit('text'),
  in: implicit('text'),
  name: implicit('text'),
  scheme: implicit('text'),
  bearerFormat: implicit('text'),
  flows: implicit('object', {
    ...FLOWS,
    implicit: optional('object', { ...FLOW, authorizationUrl: required('text') }),
    password: optional('object', { ...FLOW, tokenUrl: required('text') }),
  }),
  oauth2MetadataUrl: implicit('text'),
  openIdConnectUrl: implicit('text'),
};

const SIGNATURE: Shape = { protected: required('text'), signature: required('text'), header: implicit('any') };

const PROVIDER: Shape = { organization: required('text'), url: required('text') };

const EXTENSION: Shape = {
  uri: implicit('text'),
  description: implicit('text'),
  required: implicit('flag'),
  params: optional('any'),
};

const SKILL: Shape = {
  id: required('text'),
  name: required('text'),
  description: required('text'),
  tags: required('texts'),
  examples: implicit('texts'),
  inputModes: implicit('texts'),
  outputModes: implicit('texts'),
};

const CARD: Shape = {
  name: required('text'),
  description: required('text'),
  version: required('text'),
  provider: optional('object', PROVIDER),
  iconUrl: optional('text'),
  documentationUrl: optional('text'),
  defaultInputModes: required('texts'),
  defaultOutputModes: required('texts'),
  signatures: implicit('objects', SIGNATURE),
};

const REQUIREMENT: Shape = { schemes: implicit('map', { list: implicit('texts') }) };

/** The card of 1.0, by its protocol definition (§4.4). */
export const NEW_CARD: Shape = {
  ...CARD,
  supportedInterfaces: required('objects', {
    url: required('text'),
    protocolBinding: required('text'),
    tenant: implicit('text'),
    protocolVersion: required('text'),
  }),
  capabilities: required('object', {
    streaming: optional('flag'),
    pushNotifications: optional('flag'),
    extensions: implicit('objects', EXTENSION),
    extendedAgentCard: optional('flag'),
  }),
  securitySchemes: implicit('map', NEW_SCHEME),
  securityRequirements: implicit('objects', REQUIREMENT),
  skills: required('objects', { ...SKILL, securityRequirements: implicit('objects', REQUIREMENT) }),
};

/** The card before 1.0, by the JSON Schema of 0.3; 0.2 has fewer members and requires no others. */
export const OLD_CARD: Shape = {
  ...CARD,
  url: required('text'),
  protocolVersion: required('text'),
  preferredTransport: optional('text'),
  additionalInterfaces: optional('objects', { url: required('text'), transport: required('text') }),
  capabilities: required('object', {
    streaming: optional('flag'),
    pushNotifications: optional('flag'),
    stateTransitionHistory: optional('flag'),
    extensions: optional('objects', { ...EXTENSION, uri: required('text') }),
  }),
  securitySchemes: optional('map', OLD_SCHEME),
  security: optional('objects'),
  supportsAuthenticatedExtendedCard: optional('flag'),
  skills: required('objects', { ...SKILL, security: optional('objects') }),
};
