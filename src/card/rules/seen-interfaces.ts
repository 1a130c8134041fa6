import type { InterfaceSeen } from '../lint/card-source.ts';

/** What a call to the first interface of the sound card might have shown. */
export function interfaceSeen(result: InterfaceSeen['result'], what: string): InterfaceSeen {
  return {
    interface: {
      url: 'https://agent.example/a2a',
      protocolBinding: 'JSONRPC',
      binding: 'JSONRPC',
      protocolVersion: '1.0',
      dialect: '1.0',
      tenant: undefined,
      pointer: '/supportedInterfaces/0/url',
    },
    result,
    what,
  };
}
