import { fuzzReaders } from './fuzzing.ts';

fuzzReaders(Number(process.env['PROBITY_FUZZ'] ?? 100_000));
