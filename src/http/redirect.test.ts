import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../../test/support/failure-of.ts';
import { type RawPeer, rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress, publicOnly } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpHead, UnaryRequest } from './http-message.ts';
import { nextHop } from './redirect.ts';

const redirect = (to: string, status = 302): string =>
  `HTTP/1.1 ${status} Found\r\nlocation: ${to}\r\ncontent-length: 0\r\n\r\n`;

/** A peer that redirects where the query says, and answers the path otherwise. */
const redirecting = (): Promise<RawPeer> =>
  rawPeer({
    asked: (socket, head) => {
      const path = head.split(' ')[1] ?? '';
      const to = path.split('?to=')[1];
      socket.write(to === undefined ? response(path) : redirect(decodeURIComponent(to)));
    },
  });

function head(url: string, location: string | undefined, status = 302): HttpHead {
  return { status, headers: { location }, rawHeaders: [], url, asked: 0, received: 0, remoteAddress: undefined };
}

const following: UnaryRequest = { url: 'https://a.example/x', redirects: { max: 5, crossOrigin: true } };

test('redirects are followed on one origin, with the first asking and the last address told', async () => {
  const peer = await redirecting();
  let now = 0;
  const client = createHttpClient({ allow: anyAddress, clock: () => now++ });
  const answer = await client.request({
    url: `${peer.origin}/a?to=${encodeURIComponent('/b?to=%2Fc')}`,
    headers: { authorization: 'Bearer secret' },
    redirects: { max: 2, crossOrigin: false },
  });
  assert.equal(answer.body.toString(), '/c');
  assert.equal(answer.url, `${peer.origin}/c`);
  assert.equal(answer.asked, 0);
  assert.match(peer.requests[2]!, /authorization: Bearer secret/);
  await client.close();
  await peer.close();
});

test('no credential follows to another origin, and none comes back with a redirect home', async () => {
  const [home, away] = [await redirecting(), await redirecting()];
  const client = createHttpClient({ allow: anyAddress });
  const back = `${away.origin}/?to=${encodeURIComponent(`${home.origin}/end`)}`;
  const answer = await client.request({
    url: `${home.origin}/?to=${encodeURIComponent(back)}`,
    headers: { Authorization: 'Bearer secret', Cookie: 'secret=1', 'X-API-Key': 'secret', Accept: 'application/json' },
    redirects: { max: 3, crossOrigin: true },
  });
  assert.equal(answer.body.toString(), '/end');
  assert.match(home.requests[0]!, /secret/);
  for (const request of [away.requests[0]!, home.requests[1]!]) {
    assert.doesNotMatch(request, /secret/);
    assert.match(request, /Accept: application\/json/);
  }
  await client.close();
  await Promise.all([home.close(), away.close()]);
});

test('each hop passes the address check', async () => {
  const peer = await redirecting();
  const client = createHttpClient({
    allow: (hostname, address, kind) => hostname === '127.0.0.1' || publicOnly(hostname, address, kind),
  });
  const url = `${peer.origin}/?to=${encodeURIComponent('http://127.0.0.2/')}`;
  const error = await failureOf(client.request({ url, redirects: { max: 1, crossOrigin: true } }));
  assert.equal(error.code, 'address-refused');
  assert.equal(error.origin, 'http://127.0.0.2');
  await client.close();
  await peer.close();
});

test('a loop of redirects ends at the maximum, and one total timeout covers all of it', async () => {
  const peer = await rawPeer({ asked: (socket, _head, nth) => setTimeout(() => socket.write(redirect(`/${nth}`)), 5) });
  const client = createHttpClient({ allow: anyAddress });
  const looping = { url: peer.origin, redirects: { max: 3, crossOrigin: false } };
  assert.equal((await failureOf(client.request(looping))).code, 'redirect-refused');
  assert.equal(peer.requests.length, 4);
  const endless = { ...looping, redirects: { max: 1_000_000, crossOrigin: false }, totalTimeoutMs: 50 };
  assert.equal((await failureOf(client.request(endless))).code, 'total-timeout');
  await client.close();
  await peer.close();
});

test('a request that changes something is not sent to a second place', async () => {
  const peer = await rawPeer({ asked: (socket) => socket.write(redirect('/elsewhere', 308)) });
  const client = createHttpClient({ allow: anyAddress });
  const request = { method: 'POST', url: peer.origin, body: '{}', redirects: { max: 5, crossOrigin: true } } as const;
  assert.equal((await client.request(request)).status, 308);
  assert.equal(peer.requests.length, 1);
  await client.close();
  await peer.close();
});

const refusals: Record<string, [UnaryRequest, string]> = {
  'from https to http': [following, 'http://a.example/x'],
  'to another origin where that is not allowed': [
    { ...following, redirects: { max: 5, crossOrigin: false } },
    'https://b.example/',
  ],
  'to another scheme': [following, 'file:///etc/passwd'],
  'to a URL with credentials': [following, 'https://user:pass@b.example/'],
  'to what is no URL': [following, 'https://[oops'],
};
for (const [what, [request, location]] of Object.entries(refusals)) {
  test(`a redirect is refused ${what}`, () => {
    assert.throws(() => nextHop(request, head('https://a.example/x', location), 0), {
      code: 'redirect-refused',
      origin: 'https://a.example',
      sent: true,
      status: 302,
    });
  });
}

test('what is no redirect, or leads nowhere, is the answer', () => {
  assert.equal(nextHop(following, head('https://a.example/x', '/y', 200), 0), undefined);
  assert.equal(nextHop(following, head('https://a.example/x', '/y', 304), 0), undefined);
  assert.equal(nextHop(following, head('https://a.example/x', undefined), 0), undefined);
  assert.equal(nextHop({ url: following.url }, head('https://a.example/x', '/y'), 0), undefined);
  assert.equal(
    String(nextHop(following, head('http://a.example/x', 'https://a.example/x'), 0)?.url),
    'https://a.example/x',
  );
});
