import { eachIsBroken } from './matrix-audits.ts';

eachIsBroken(0);
