import { findsDeviations } from './deviations.ts';

findsDeviations('0.2', 'JSONRPC');
