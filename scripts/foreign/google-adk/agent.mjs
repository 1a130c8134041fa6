// Google ADK's toA2a() around an agent: JSON-RPC at /jsonrpc, HTTP+JSON at /rest.
import './only-loopback.mjs';
import { BaseLlm, LlmAgent, toA2a } from '@google/adk';
import { piecesFor } from './fake-words.mjs';

const port = Number(process.env.PORT);

class FakeModel extends BaseLlm {
  constructor() {
    super({ model: 'fake' });
  }

  async *generateContentAsync({ contents = [] }, stream, signal) {
    const { parts = [] } = contents.findLast(({ role }) => role === 'user') ?? {};
    let whole = '';
    for await (const text of piecesFor(parts.map(({ text = '' }) => text).join(' '), signal)) {
      whole += text;
      if (stream) yield { content: { role: 'model', parts: [{ text }] }, partial: true };
    }
    const content = { role: 'model', parts: [{ text: whole }] };
    yield { content, partial: false, turnComplete: true, finishReason: 'STOP' };
  }

  async connect() {
    throw new Error('There is nothing live here.');
  }
}

const agent = new LlmAgent({ name: 'agent', description: 'answers', instruction: 'Answer.', model: new FakeModel() });
const app = await toA2a(agent, { host: '127.0.0.1', port, allowUnauthenticated: true });
app.listen(port, '127.0.0.1');
