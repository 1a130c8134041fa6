import { findsDeviations } from './deviations.ts';

findsDeviations('1.0', 'HTTP+JSON');
