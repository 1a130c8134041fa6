import { defineDeviation } from '../../deviation.ts';
import { onCardJson } from '../parts/cards.ts';

export const cardForged = defineDeviation({
  name: 'card-forged',
  title: 'has a signature on its card that is not of this card',
  shows: 'a caller that does not check takes the card of whoever stands in between',
  rules: ['card/signature-invalid', 'card/signature-unverifiable'],
  dialects: ['0.3', '1.0'],
  create: () => ({
    exchange: onCardJson((card) => {
      const header = { alg: 'ES256', typ: 'JOSE', kid: 'lab-1' };
      const signature = Buffer.alloc(64, 7).toString('base64url');
      const signed = { protected: Buffer.from(JSON.stringify(header)).toString('base64url'), signature };
      return { ...card, signatures: [signed] };
    }),
  }),
});
