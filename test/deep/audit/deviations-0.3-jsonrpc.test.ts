import { findsDeviations } from './deviations.ts';

findsDeviations('0.3', 'JSONRPC');
