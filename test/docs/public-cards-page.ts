// Writes docs/public-cards.md from the cards in test/contract: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIO } from '../contract/audio-cards.ts';
import { KIND_NAMES } from '../contract/kinds-of-task.ts';
import { MUTUAL_TLS } from '../contract/mtls-cards.ts';
import { lintPublic, PUBLIC_CARDS, type PublicCard, readPublic } from '../contract/public-cards.ts';
import type { Family } from '../contract/variant.ts';

const page = join(import.meta.dirname, '../../docs/public-cards.md');

/** What is known of cards that others have published, and of two that went wrong, as a page. */
export function publicCardsPage(): string {
  const vendors = new Set(PUBLIC_CARDS.map(({ source }) => source.repository.split('/')[0]));
  return [
    '# Public cards',
    '',
    'Generated from the cards in `test/contract` by `npm run docs`; tests hold every verdict to it.',
    '',
    `${PUBLIC_CARDS.length} cards of ${vendors.size} owners, as public repositories hold them: their shape, their fields, their media types and how`,
    'they name their interfaces. Names, texts and hosts are replaced by neutral ones. Each is held against four kinds of task, by a',
    'client that speaks JSON-RPC and HTTP+JSON, holds a token and a key, and listens on the web:',
    '',
    '- **text**: a question in words; an answer in text or JSON',
    '- **data**: JSON to and fro, over several turns',
    '- **long**: text, up to two hours of work, push preferred',
    '- **live**: speech that is of use only while it flows',
    '',
    ...table(
      ['#', 'card', 'A2A', 'declares', ...KIND_NAMES, 'wrong with the card'],
      PUBLIC_CARDS.map((one, index) => [
        String(index + 1),
        sourceOf(one),
        speaks(one),
        declares(one),
        ...verdictsOf(one),
        wrongWith(one),
      ]),
    ),
    '## What they have in common',
    '',
    ...inCommon(),
    '',
    '## An agent for speech',
    '',
    'Every field of this card is valid by itself. What a client can do with it depends on the task, not on the card.',
    '',
    ...familyTable(AUDIO),
    '## An agent that asks for certificates',
    '',
    'The client has a certificate for its own calls, and a listener that cannot check the certificates of others. Push is of no',
    'use then, which is a reason to refuse only where nothing else will do.',
    '',
    ...familyTable(MUTUAL_TLS),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function sourceOf({ source: { repository, file, at, commit } }: PublicCard): string {
  return `${repository} \`${file}\`${at === undefined ? '' : ` ${at}`} (${commit.slice(0, 7)})`;
}

function speaks(one: PublicCard): string {
  const all = readPublic(one).interfaces.map(({ dialect, binding, protocolBinding, url }) => {
    const leads = binding !== undefined || !['JSONRPC', 'GRPC', 'HTTP+JSON'].includes(protocolBinding);
    return leads
      ? `${dialect ?? '?'} ${binding ?? protocolBinding}`
      : `${dialect ?? '?'} ${protocolBinding} at \`${url}\``;
  });
  return [...new Set(all)].join(', ');
}

function declares(one: PublicCard): string {
  const { streaming, pushNotifications, stateTransitionHistory, extendedAgentCard } = readPublic(one).capabilities;
  const all = {
    streaming,
    push: pushNotifications,
    history: stateTransitionHistory,
    'extended card': extendedAgentCard,
  };
  return Object.entries(all)
    .flatMap(([name, flag]) => (flag === true ? [name] : []))
    .join(', ');
}

function verdictsOf({ verdicts }: PublicCard): readonly string[] {
  return KIND_NAMES.map((kind) => verdicts[kind]);
}

function wrongWith(one: PublicCard): string {
  return [
    ...new Set(lintPublic(one).map(({ rule, severity }) => `\`${rule}\`${severity === 'error' ? '' : ' (warning)'}`)),
  ].join(', ');
}

function inCommon(): readonly string[] {
  const count = (is: (one: PublicCard) => boolean): string =>
    `${PUBLIC_CARDS.filter(is).length} of ${PUBLIC_CARDS.length}`;
  const flag = (name: 'streaming' | 'pushNotifications') => (one: PublicCard) =>
    readPublic(one).capabilities[name] === true;
  return [
    `- ${count(flag('streaming'))} declare streaming, ${count(flag('pushNotifications'))} push notifications.`,
    `- ${count((one) => lintPublic(one).some(({ severity }) => severity === 'error'))} have an error by the text of their own version.`,
    `- ${count(({ verdicts }) => verdicts.text === 'refuse')} can not be given a question in words: they take JSON alone, or name no interface that leads anywhere.`,
    `- ${count(({ verdicts }) => verdicts.text !== 'refuse' && verdicts.long === 'refuse')} can be given a question and not two hours of work: with neither a stream nor push, this client would have to ask for longer than its budget of one hour.`,
    `- ${count(({ card }) => card['securitySchemes'] === undefined && card['authentication'] !== undefined)} name their authentication in the way of 0.1, which later versions do not read.`,
  ];
}

function familyTable<K extends string>({ kinds, variants }: Family<K>): readonly string[] {
  const names = Object.keys(kinds) as K[];
  return [
    ...names.map((name) => `- **${name}**: ${kinds[name].what}`),
    '',
    ...table(
      ['card', ...names],
      variants.map(({ what, verdicts }) => [what, ...names.map((name) => verdicts[name])]),
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

if (import.meta.main) writeFileSync(page, publicCardsPage());
