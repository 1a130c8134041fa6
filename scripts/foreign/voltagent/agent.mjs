// VoltAgent with its own A2A server on its own web server: the card is at /.well-known/<id>/agent-card.json.
import './only-loopback.mjs';
import { A2AServer } from '@voltagent/a2a-server';
import { Agent, VoltAgent } from '@voltagent/core';
import { honoServer } from '@voltagent/server-hono';
import { piecesFor } from './fake-words.mjs';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };

/** A language model by the interface of the AI SDK. */
const model = {
  specificationVersion: 'v3',
  provider: 'nobody',
  modelId: 'fake',
  supportedUrls: {},
  async doGenerate({ prompt, abortSignal }) {
    let text = '';
    for await (const piece of piecesFor(lastWords(prompt), abortSignal)) text += piece;
    return { content: [{ type: 'text', text }], finishReason: finish.finishReason, usage, warnings: [] };
  },
  async doStream({ prompt, abortSignal }) {
    const pieces = piecesFor(lastWords(prompt), abortSignal);
    const first = await pieces.next();
    return { stream: ReadableStream.from(partsOf(first, pieces)) };
  },
};

async function* partsOf(first, rest) {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 'answer' };
  for (let piece = first; !piece.done; piece = await rest.next()) {
    yield { type: 'text-delta', id: 'answer', delta: piece.value };
  }
  yield { type: 'text-end', id: 'answer' };
  yield finish;
}

function lastWords(prompt) {
  const { content = '' } = prompt.findLast(({ role }) => role === 'user') ?? {};
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(' ');
}

new VoltAgent({
  agents: {
    agent: new Agent({ id: 'agent', name: 'agent', purpose: 'answers', instructions: 'Answer.', model }),
  },
  a2aServers: { a2a: new A2AServer({ id: 'agent', name: 'agent', version: '1.0.0', description: 'answers' }) },
  server: honoServer({ port: Number(process.env.PORT), hostname: '127.0.0.1', enableSwaggerUI: false }),
});
