import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  awaitTerminalState,
  checkCardNegotiable,
  createCardCache,
  createHttpClient,
  delegate,
  discoverCard,
  fetchCard,
  followTask,
  openGatewayState,
  openJournal,
  openStreamingTask,
  openTrust,
  PeerCapabilityCache,
  pushListener,
  readAgentCard,
  startGateway,
  verifySignatures,
} from '../../src/index.ts';
import { startLab } from '../../src/lab/index.ts';

/** Nobody listens there: whatever would be sent fails otherwise. */
const NOWHERE = 'http://127.0.0.1:1/';

/** What a program in plain JavaScript can give. */
const slip = (given: object): never => given as never;

const card = () => readAgentCard({ name: 'a', url: NOWHERE, protocolVersion: '0.3.0', skills: [] }) as never;
const peer = { name: 'a', target: NOWHERE };

type Call = () => unknown;

const CALLS: readonly (readonly [what: string, call: Call, says: RegExp])[] = [
  [
    'delegate',
    () => delegate(NOWHERE, 'x', slip({ timeoutms: 5 })).outcome,
    /^There is no option timeoutms\. Did you mean timeoutMs\? Nothing was sent\.$/,
  ],
  [
    'delegate: task',
    () => delegate(NOWHERE, 'x', { task: slip({ sklil: 'a' }) }).outcome,
    /^task has no member sklil\. Did you mean skill\?/,
  ],
  [
    'delegate: needs',
    () => delegate(NOWHERE, 'x', { task: { needs: slip(['streeming']) } }).outcome,
    /^task\.needs\[0\] has to be one of .*Did you mean streaming\?/,
  ],
  [
    'delegate: profile',
    () => delegate(NOWHERE, 'x', { profile: slip({ binding: [] }) }).outcome,
    /Did you mean bindings\?/,
  ],
  [
    'delegate: versions',
    () => delegate(NOWHERE, 'x', { profile: { versions: slip(['1']) } }).outcome,
    /Did you mean 1\.0\?/,
  ],
  [
    'delegate: bounds',
    () => delegate(NOWHERE, 'x', { bounds: slip({ silense: { ms: 1 } }) }).outcome,
    /Did you mean silence\?/,
  ],
  [
    'delegate: a bound',
    () => delegate(NOWHERE, 'x', { bounds: slip({ silence: { ms: 1, sec: 1 } }) }).outcome,
    /^bounds\.silence has no member sec\./,
  ],
  [
    'delegate: result',
    () => delegate(NOWHERE, 'x', { result: slip({ artefacts: 1 }) }).outcome,
    /Did you mean artifacts\?/,
  ],
  [
    'delegate: evidence',
    () => delegate(NOWHERE, 'x', { evidence: slip({ taskbytes: 1 }) }).outcome,
    /Did you mean taskBytes\?/,
  ],
  ['followTask', () => followTask(NOWHERE, 'id', slip({ detatch: true })).outcome, /Did you mean detach\?/],
  ['awaitTerminalState', () => awaitTerminalState(NOWHERE, 'id', slip({ header: {} })), /Did you mean headers/],
  [
    'openStreamingTask',
    () => openStreamingTask(NOWHERE, 'x', slip({ streamonly: true })),
    /There is no option streamonly/,
  ],
  [
    'checkCardNegotiable: profile',
    () => checkCardNegotiable(card(), slip({ version: ['1.0'] })),
    /^profile has no member version\. Did you mean versions\?$/,
  ],
  [
    'checkCardNegotiable: task',
    () => checkCardNegotiable(card(), {}, slip({ need: ['push'] })),
    /Did you mean needs\?$/,
  ],
  [
    'checkCardNegotiable: words',
    () => checkCardNegotiable(card(), {}, { needs: slip(['cancle']) }),
    /Did you mean cancel\?$/,
  ],
  ['startGateway', () => startGateway(slip({ peers: [peer], listen: 1 })), /^There is no option listen\./],
  [
    'startGateway: peers',
    () => startGateway({ peers: [slip({ ...peer, levl: 'watch' })] }),
    /^peers\[0\] has no member levl\. Did you mean level\?$/,
  ],
  [
    'startGateway: level',
    () => startGateway({ peers: [slip({ ...peer, level: 'protct' })] }),
    /Did you mean protect\?$/,
  ],
  [
    'startGateway: limits',
    () => startGateway({ peers: [peer], limits: slip({ maxBody: 1 }) }),
    /^limits has no member maxBody\. Did you mean maxBodyBytes\?$/,
  ],
  [
    'startGateway: tasks',
    () => startGateway({ peers: [{ ...peer, tasks: slip({ ned: [] }) }] }),
    /^task has no member ned\./,
  ],
  ['openGatewayState', () => openGatewayState(slip({ path: 'x.db' })), /There is no option path/],
  ['pushListener', () => pushListener(slip({ publicURL: 'https://a.example' })), /Did you mean publicUrl\?$/],
  ['pushListener: limits', () => pushListener({ limits: slip({ bursts: 1 }) }), /Did you mean burst\?$/],
  ['createHttpClient', () => createHttpClient(slip({ allowed: 1 })), /Did you mean allow/],
  [
    'createHttpClient: limits',
    () => createHttpClient({ limits: slip({ connectTimeout: 1 }) }),
    /Did you mean connectTimeoutMs\?$/,
  ],
  ['createCardCache', () => createCardCache(slip({ maxx: 1 })), /Did you mean max\?$/],
  ['discoverCard', () => discoverCard(NOWHERE, slip({ ofline: true })), /Did you mean offline\?$/],
  ['fetchCard', () => fetchCard(NOWHERE, slip({ timeout: 1 })), /Did you mean timeoutMs\?$/],
  ['verifySignatures', () => verifySignatures({}, slip({ polcy: 'required' })), /Did you mean policy\?$/],
  ['openTrust', () => openTrust(slip({ fil: 'x.db' })), /Did you mean file\?$/],
  ['openJournal', () => openJournal(slip({ path: 'x.db' })), /^There is no option path\./],
  ['PeerCapabilityCache', () => new PeerCapabilityCache(slip({ now: Date.now })), /^There is no option now\./],
];

describe('a slip in plain JavaScript', { concurrency: 8 }, () => {
  for (const [what, call, says] of CALLS) {
    it(`is an error that says what was meant: ${what}`, async () => {
      await assert.rejects(async () => await call(), { code: 'bad-option', message: says });
    });
  }

  it('is one of the lab: an option, a deviation, a setting, a knob, a claim, a dialect', async () => {
    for (const [given, says] of [
      [{ deviation: ['honest'] }, /There is no option deviation\. Did you mean deviations\?/],
      [{ deviations: ['zombie-cancle'] }, /There is no deviation named zombie-cancle\. Did you mean zombie-cancel\?/],
      [{ deviations: [{ name: 'zombie-cancel', knob: {} }] }, /has no setting knob\. Did you mean knobs\?/],
      [
        { deviations: [{ name: 'zombie-cancel', knobs: { second: 1 } }] },
        /no knob named second.*Did you mean seconds\?/,
      ],
      [{ card: { streams: true } }, /The card has no member streams\. Did you mean streaming\?/],
      [{ dialect: '2.0' }, /There is no dialect 2\.0, only 0\.2, 0\.3, 1\.0/],
    ] as const) {
      await assert.rejects(startLab(slip(given)), { name: 'LabError', message: says });
    }
  });

  it('is none where a value is undefined', async () => {
    const lab = await startLab(slip({ stepms: undefined }));
    const listener = await pushListener(slip({ hst: undefined }));
    await listener.close();
    const client = createHttpClient(slip({ alow: undefined }));
    await client.close();
    const options = slip({ timeoutms: undefined, task: { nedds: undefined }, profile: undefined, skill: undefined });
    assert.equal((await delegate(lab.url, 'hello', options).outcome).ok, true);
    await lab.close();
  });
});
