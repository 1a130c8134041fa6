import { defineDeviation } from '../../deviation.ts';

export const pushRepeated = defineDeviation({
  name: 'push-repeated',
  title: 'makes each call to a web-hook three times',
  shows: 'a receiver that acts on each call acts three times',
  rules: ['push/replayed'],
  gravity: 'warning',
  create: () => ({
    push: async (delivery, next) => {
      for (let time = 0; time < 3; time++) await next(delivery);
    },
  }),
});
