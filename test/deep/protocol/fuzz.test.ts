import { fuzzReaders } from '../../protocol/fuzzing.ts';

fuzzReaders(Number(process.env['PROBITY_FUZZ'] ?? 5_000_000));
