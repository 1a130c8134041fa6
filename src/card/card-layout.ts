import { asList, asText, type JsonObject } from '../protocol/json.ts';

/** Which layouts a card has. One may have both, so that clients of either can read it. */
export interface CardLayout {
  /** The layout of 1.0: `supportedInterfaces`. */
  readonly new: boolean;
  /** The dialect of the layout before it (`url` at the top), or `undefined` where it is absent. */
  readonly old: '0.2' | '0.3' | undefined;
}

/** Members by which a card can be told from other JSON, two of which are enough. */
const CARD_MEMBERS = ['name', 'capabilities', 'skills', 'defaultInputModes', 'protocolVersion', 'url'];

/** Whether an object means to be an agent card, well-formed or not. */
export function looksLikeCard(raw: JsonObject): boolean {
  return (
    Array.isArray(raw['supportedInterfaces']) || CARD_MEMBERS.filter((member) => raw[member] !== undefined).length >= 2
  );
}

/** Tells the layouts of a card; `url`, where it was served, tells 0.2 from 0.3 if the card has no version. */
export function layoutOf(raw: JsonObject, url?: string): CardLayout {
  const isNew = asList(raw['supportedInterfaces']).length > 0;
  const hasOld = typeof raw['url'] === 'string' || Array.isArray(raw['additionalInterfaces']);
  return { new: isNew, old: hasOld || !isNew ? oldDialect(raw, url) : undefined };
}

/** A card without any interface is judged by what else it has. */
function oldDialect(raw: JsonObject, url: string | undefined): '0.2' | '0.3' | undefined {
  if (raw['supportedInterfaces'] !== undefined && raw['url'] === undefined) return undefined;
  const version = asText(raw['protocolVersion']);
  if (version !== undefined) return /^0\.[12](\.|$)/.test(version) ? '0.2' : '0.3';
  if (url !== undefined && /\/\.well-known\/agent-card\.json($|[?#])/.test(url)) return '0.3';
  return raw['signatures'] === undefined && raw['iconUrl'] === undefined ? '0.2' : '0.3';
}

/**
 * Whether this is a card of 0.1, whose tasks were sent by `tasks/send`: it predates every way of saying what is spoken.
 * Its `authentication` object was replaced by `securitySchemes`. Its modes, which were not yet media types, tell nothing:
 * servers of today still say `text`.
 */
export function isLegacyCard(raw: JsonObject): boolean {
  if (raw['supportedInterfaces'] !== undefined || raw['securitySchemes'] !== undefined) return false;
  if (asText(raw['protocolVersion']) !== undefined) return false;
  const { authentication } = raw;
  return typeof authentication === 'object' && authentication !== null && 'schemes' in authentication;
}
