import { dialectsToTry } from '../protocol/dialects-to-try.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import type { InterfaceClient } from './interface-client.ts';

/**
 * A client that begins in the dialect of the card, and goes on in another one if that is what the peer turns out to
 * speak. The first call decides: if its answer says that method or version are unknown, nothing was taken in, and the
 * call is made again in the other dialect. What the card got wrong is told as an `other-dialect` defect.
 *
 * @param declared the dialect of the card
 * @param clientFor makes a client for a dialect; asked once for each that is tried
 */
export function seekDialect(declared: Dialect, clientFor: (dialect: Dialect) => InterfaceClient): InterfaceClient {
  let client = clientFor(declared);
  let settled = false;
  return {
    get codec() {
      return client.codec;
    },
    async ask(call, observe, options) {
      if (settled) return client.ask(call, observe, options);
      const refusal: Observation[] = [];
      await client.ask(call, (seen) => (seen.kind === 'asked' ? observe(seen) : refusal.push(seen)), options);
      const last = refusal.at(-1);
      for (const dialect of last === undefined ? [] : dialectsToTry(last, declared)) {
        const other = clientFor(dialect);
        const answer: Observation[] = [];
        await other.ask(call, (seen) => answer.push(seen), options);
        const told = answer.at(-1);
        if (told === undefined || isUntouched(told) || dialectsToTry(told, dialect).length > 0) continue;
        client = other;
        settled = true;
        // An answer that is lost says nothing of the dialect, but the message may have been taken in: so that is what counts.
        if (told.kind === 'failure') {
          for (const seen of answer) observe(seen);
          return;
        }
        const detail = `the card declares ${declared}, and the agent understands ${dialect}`;
        const { vantage, received } = told;
        answer.splice(1, 0, { kind: 'defect', defect: 'other-dialect', spoken: dialect, detail, vantage, received });
        for (const seen of answer) observe(seen);
        return;
      }
      settled = true;
      for (const seen of refusal) observe(seen);
    },
    listen: (call, observe, options) => {
      settled = true;
      return client.listen(call, observe, options);
    },
  };
}

/** Whether it is known that the peer never saw the call. */
function isUntouched(seen: Observation): boolean {
  return seen.kind === 'failure' && !seen.sent;
}
