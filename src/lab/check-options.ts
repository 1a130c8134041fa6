import { type Card, honestCard } from './card.ts';
import { dialectNames } from './exchange.ts';
import { LabError } from './lab-error.ts';
import type { LabOptions } from './lab-options.ts';
import { nearestName } from './nearest-name.ts';

const OPTIONS: { readonly [name in keyof LabOptions]-?: true } = {
  deviations: true,
  dialect: true,
  bindings: true,
  upstream: true,
  publicUrl: true,
  port: true,
  host: true,
  stepMs: true,
  card: true,
  tokens: true,
  tenants: true,
  protoJson: true,
  seed: true,
  maxBodyBytes: true,
  control: true,
};
const CHOICE = { name: true, knobs: true, probability: true };
const CARD: { readonly [name in Exclude<keyof Card, symbol>]-?: unknown } = {
  ...{ bearer: true, extensions: true, capabilities: true },
  ...honestCard,
};

/** @throws LabError at an option that there is none of, and at options that don't go together */
export function checkOptions(options: LabOptions): void {
  const { dialect = '1.0', tenants = [], tokens = {}, card, deviations = [] } = options;
  refuseStranger(options, OPTIONS, 'There is no option');
  refuseStranger(card ?? {}, CARD, 'The card has no member');
  for (const choice of deviations) {
    if (typeof choice !== 'string') refuseStranger(choice, CHOICE, 'A deviation has no setting');
  }
  if (!dialectNames.includes(dialect)) {
    throw new LabError('unfit-option', `There is no dialect ${dialect}, only ${dialectNames.join(', ')}.`);
  }
  if (tenants.length > 0 && dialect !== '1.0') {
    throw new LabError('unfit-option', `There are no tenants in ${dialect}, only in 1.0.`);
  }
  if (card?.extendedCard === true && Object.keys(tokens).length === 0) {
    throw new LabError('unfit-option', 'An extended card is for known callers: give tokens too.');
  }
}

/** A slip in plain JavaScript would be no option at all. What is `undefined` counts as left out. */
function refuseStranger(given: object, names: object, what: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const hint = nearestName(name, known) || ` There is ${known.join(', ')}.`;
    throw new LabError('unknown-option', `${what} ${name}.${hint}`);
  }
}
