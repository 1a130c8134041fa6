import { card, type Family, type Variant, verdicts } from './variant.ts';

const KINDS = ['text', 'batch', 'live', 'caption', 'strict'] as const;
type Kind = (typeof KINDS)[number];

const BOTH = ['text/plain', 'audio/pcm'];
const BASE = {
  name: 'Speech agent',
  description: 'Speaks and listens.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://speech.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false },
  defaultInputModes: BOTH,
  defaultOutputModes: BOTH,
  skills: [{ id: 'speak', name: 'Speak', description: 'Speaks.', tags: ['speech'] }],
};

const variant = (what: string, members: object, decisions: string): Variant<Kind> => ({
  what,
  card: card({ ...BASE, ...members }),
  verdicts: verdicts(KINDS, decisions),
});

/** An agent for speech whose card is well-formed and denies streaming. */
export const AUDIO: Family<Kind> = {
  kinds: {
    text: { what: 'text in, text out', task: { input: ['text/plain'], output: ['text/plain'] } },
    batch: { what: 'recorded audio in and out', task: { input: ['audio/pcm'], output: ['audio/pcm'] } },
    live: {
      what: 'live audio: as a stream or not at all',
      task: { input: ['audio/pcm', 'text/plain'], output: ['audio/pcm;rate=16000'], streamed: ['audio/pcm'] },
    },
    caption: {
      what: 'live audio wanted, text will do',
      task: { input: ['text/plain'], output: ['audio/pcm', 'text/plain'], streamed: ['audio/pcm'] },
    },
    strict: { what: 'text, every wait derivable from the card', task: { output: ['text/plain'], bounds: 'card' } },
  },
  profile: {},
  variants: [
    variant('as it was met: streaming denied', {}, 'accept accept refuse degrade refuse'),
    variant('streaming declared', { capabilities: { streaming: true } }, 'accept accept accept accept accept'),
    variant('streaming not mentioned', { capabilities: {} }, 'accept accept refuse degrade refuse'),
    variant(
      'a default timeout, by which reads can be timed',
      { defaultTimeout: 20 },
      'accept accept refuse degrade accept',
    ),
    variant(
      'its only skill overrides the output modes: audio alone',
      { skills: [{ ...BASE.skills[0], outputModes: ['audio/pcm'] }] },
      'refuse accept refuse refuse refuse',
    ),
    variant(
      'its only skill overrides the output modes: text alone',
      { skills: [{ ...BASE.skills[0], outputModes: ['text/plain'] }] },
      'accept refuse refuse accept refuse',
    ),
    variant(
      'streaming declared, audio at another rate',
      { capabilities: { streaming: true }, defaultOutputModes: ['text/plain', 'audio/pcm;rate=8000'] },
      'accept accept refuse accept accept',
    ),
    variant(
      'ranges instead of types',
      { defaultInputModes: ['*/*'], defaultOutputModes: ['audio/*', 'text/*'] },
      'accept accept refuse degrade refuse',
    ),
    variant(
      'one skill listens, another one speaks',
      {
        skills: [
          {
            id: 'listen',
            name: 'Listen',
            description: '',
            tags: [],
            inputModes: ['audio/pcm'],
            outputModes: ['text/plain'],
          },
          { id: 'say', name: 'Say', description: '', tags: [], inputModes: ['text/plain'], outputModes: ['audio/pcm'] },
        ],
      },
      'refuse refuse refuse refuse refuse',
    ),
    {
      ...variant(
        'an extended card that was not read yet',
        { capabilities: { streaming: false, extendedAgentCard: true } },
        'accept accept defer degrade defer',
      ),
      known: { unread: ['extended-card'] },
    },
  ],
};
