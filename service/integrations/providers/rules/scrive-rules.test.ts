import assert from 'node:assert/strict';
import { after, mock } from 'node:test';
import { type FakeAgreement, pdf } from '../../demo/fakes/fake-agreement.ts';
import { fieldsText, refuse } from '../../demo/fakes/scrive/account.ts';
import { type ScriveFake, scriveAccount, startScriveFake } from '../../demo/fakes/scrive-fake.ts';
import type { AgreementOrder } from '../../ports.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { testClock } from '../../test/clock.ts';
import { ORDER } from '../../test/signature-contract.ts';
import { scrive } from '../scrive.ts';
import { type RawAnswer, type RuleCase, testRules } from './rule-cases.test-kit.ts';
import { SCRIVE_RULES, type ScriveRule } from './scrive-rules.ts';

const fakes: ScriveFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
type Case = RuleCase<World>;
type Members = Record<string, unknown>;

const AUTHORIZATION =
  'oauth_signature_method="PLAINTEXT", oauth_consumer_key="ck", oauth_token="tk", oauth_signature="cs&ts"';
const SIGNEES = ORDER.signees.map(({ id, name, email }) => ({ id, name, email, providerId: null }));
const DOCUMENTS = '/documents';

async function start() {
  const fake = await startScriveFake();
  fakes.push(fake);
  const signature = scrive(scriveAccount(fake), testClock());
  const send = async (method: string, path: string, body?: URLSearchParams | FormData) => {
    const headers = { authorization: AUTHORIZATION };
    const url = `${fake.url}/api/v2${path}`;
    const answer = await fetch(url, { method, headers, ...(body && { body }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { fake, signature, send };
}

/** A new document, which is a draft. */
async function draft({ send }: World, content = pdf('agreement')): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(content)]));
  return JSON.parse((await send('POST', `${DOCUMENTS}/new`, body)).text).id;
}

function sendUpdate({ send }: World, id: string, party: Members, more: Members = {}) {
  const parties = [
    { is_author: true, signatory_role: 'viewer' },
    { is_author: false, ...party },
  ];
  const document = JSON.stringify({ title: 'x', api_callback_url: 'x', parties });
  const body = new URLSearchParams({ document, ...more });
  return send('POST', `${DOCUMENTS}/${id}/update`, body);
}

const PARTY = {
  signatory_role: 'signing_party',
  fields: [{ type: 'email', value: 'anna@example.se' }],
  authentication_method_to_sign: 'standard',
};
const field = (type: string, value: string) => ({ type, value });

/** Starts a document with a party. */
async function startWith(world: World, party: Members, content?: Buffer): Promise<RawAnswer> {
  const id = await draft(world, content);
  await sendUpdate(world, id, party);
  return world.send('POST', `${DOCUMENTS}/${id}/start`);
}

/** An agreement that is out, by our adapter. */
async function sent({ signature, fake }: World, more: Partial<AgreementOrder> = {}) {
  const order = { ...ORDER, ...more };
  const ref = await signature.create(order, pdf('agreement'));
  await signature.start(ref, order);
  const agreement = fake.agreements.get(ref) ?? assert.fail();
  const read = () => signature.read(ref, SIGNEES);
  return { ref, agreement, read };
}

/** An agreement that all have signed. */
async function closed(world: World) {
  const out = await sent(world);
  for (const i of [0, 1]) world.fake.sign(out.ref, i);
  return out;
}
const all = async (world: World) => assert.equal((await sent(world)).agreement.state, 'pending');

/** An order whose start is refused: the words are told, its draft stays, and goes out once it is mended. */
async function refusedUntilMended({ signature, fake }: World, more: Partial<AgreementOrder>) {
  const order = { ...ORDER, ...more };
  const ref = await signature.create(order, pdf('agreement'));
  await assert.rejects(signature.start(ref, order), {
    kind: 'conflict',
    words: /^A party|^The doc/,
  });
  assert.equal(fake.agreements.get(ref)?.state, 'preparation');
  await signature.start(ref, { ...order, signees: ORDER.signees });
  assert.equal(fake.agreements.get(ref)?.state, 'pending');
}

/** The case of a start that is refused whatever we do: the draft stays, and the words are told. */
const startCase = (party: Members, order: Partial<AgreementOrder> = {}): Case => ({
  breaks: (world) => startWith(world, { ...PARTY, ...party }),
  async ours(world) {
    const { agreement } = await sent(world, order);
    assert.equal(agreement.state, 'pending');
  },
});

const CASES: Record<ScriveRule, Case> = {
  statuses: {
    async breaks(world) {
      const id = await draft(world);
      assert.match((await world.send('GET', `${DOCUMENTS}/${id}/get`)).text, /"preparation"/);
    },
    async ours(world) {
      const { agreement, read } = await sent(world);
      const seen = [];
      for (const state of STATUSES) {
        agreement.state = state as FakeAgreement['state'];
        seen.push((await read()).state);
      }
      assert.deepEqual(seen, [
        'draft',
        'pending',
        'pending',
        'completed',
        'revoked',
        'expired',
        'revoked',
        'failed',
        'unknown',
      ]);
    },
  },
  prolonged: {
    async breaks(world) {
      const { ref } = await sent(world);
      world.fake.expire(ref);
      const days = new URLSearchParams({ days: '91' });
      return world.send('POST', `${DOCUMENTS}/${ref}/prolong`, days);
    },
    async ours(world) {
      const { ref, read } = await sent(world);
      world.fake.expire(ref);
      assert.equal((await read()).state, 'expired');
      await world.send('POST', `${DOCUMENTS}/${ref}/prolong`, new URLSearchParams({ days: '90' }));
      assert.equal((await read()).state, 'pending');
      for (const i of [0, 1]) world.fake.sign(ref, i);
      assert.equal((await read()).state, 'completed');
    },
    otherwise: ({ fake }) => {
      fake.unsettled.prolongsAYear = true;
    },
  },
  fileBeforeClosing: {
    async breaks(world) {
      const { ref } = await sent(world);
      const { status, text } = await world.send('GET', `${DOCUMENTS}/${ref}/files/main/x.pdf`);
      assert.equal(status, 200);
      assert.match(text, /^%PDF-.*unsigned/s);
    },
    async ours(world) {
      const { ref } = await sent(world);
      await assertKind('unavailable', world.signature.signedDocument(ref));
    },
  },
  fileWhileSealing: {
    async breaks(world) {
      const { ref, agreement } = await closed(world);
      agreement.notReady = 1;
      return world.send('GET', `${DOCUMENTS}/${ref}/files/main/x.pdf`);
    },
    async ours(world) {
      const { ref, agreement } = await closed(world);
      agreement.notReady = 1;
      await assertKind('unavailable', world.signature.signedDocument(ref));
      assert.ok((await world.signature.signedDocument(ref)).equals(pdf('signed', ref)));
    },
    otherwise: ({ fake }) => {
      fake.unsettled.sealingIsConflict = true;
    },
  },
  olderRole: {
    async breaks(world) {
      const id = await draft(world);
      await sendUpdate(world, id, { ...PARTY, is_signatory: false });
      assert.equal(world.fake.agreements.get(id)?.signees.length, 0);
    },
    async ours(world) {
      const { ref, agreement } = await sent(world);
      assert.equal(agreement.signees.length, 2, 'the author does not sign, though he did before');
      const parties = world.fake.parties.get(ref) ?? [];
      assert.ok(parties.every((party) => !('is_signatory' in party)));
    },
  },
  partyIds: {
    async breaks(world) {
      const id = await draft(world);
      const parties = async () =>
        JSON.parse((await world.send('GET', `${DOCUMENTS}/${id}/get`)).text).parties;
      await sendUpdate(world, id, PARTY);
      const before = await parties();
      await world.send('POST', `${DOCUMENTS}/${id}/start`);
      assert.notEqual((await parties())[1].id, before[1].id);
    },
    async ours(world) {
      const { ref, agreement } = await sent(world);
      agreement.arrange = (parties) => [...parties].reverse();
      world.fake.sign(ref, 1);
      const { signees } = await world.signature.read(ref, SIGNEES);
      assert.deepEqual(
        signees.map(({ status }) => status),
        ['pending', 'signed'],
      );
    },
  },
  startTwice: {
    async breaks(world) {
      const { ref } = await sent(world);
      return world.send('POST', `${DOCUMENTS}/${ref}/start`);
    },
    async ours(world) {
      const { ref, agreement } = await sent(world);
      await world.signature.start(ref, ORDER);
      assert.equal(agreement.state, 'pending');
    },
  },
  startWithoutSignatory: {
    breaks: (world) => startWith(world, { ...PARTY, signatory_role: 'viewer' }),
    async ours(world) {
      const { ref } = await sent(world);
      const roles = (world.fake.parties.get(ref) ?? []).map((party) => party.signatory_role);
      assert.deepEqual(roles, ['viewer', 'signing_party', 'signing_party']);
      await refusedUntilMended(world, { agreementId: 'a-2', signees: [] });
    },
  },
  startWithoutFile: {
    breaks: (world) => startWith(world, PARTY, Buffer.from('none')),
    ours: all,
  },
  startBadEmail: {
    breaks: (world) => startWith(world, { ...PARTY, fields: [field('email', 'anna')] }),
    async ours(world) {
      const { ref } = await sent(world);
      const [, ...parties] = world.fake.parties.get(ref) ?? [];
      assert.deepEqual(
        parties.map((party) => fieldsText(party, 'email')),
        ORDER.signees.map(({ email }) => email),
      );
      // The API takes none like it: a provider may still know better.
      const signees = [{ ...ORDER.signees[0], email: 'anna' }];
      await refusedUntilMended(world, { agreementId: 'a-2', signees });
    },
  },
  mobileForm: startCase(
    { fields: [...PARTY.fields, field('mobile', '070-174 06 05')] },
    {
      signees: [
        { ...ORDER.signees[0], phone: '070-174 06 05' },
        { ...ORDER.signees[1], phone: 'ring mig' },
      ],
    },
  ),
  startPersonalNumber: startCase(
    {
      authentication_method_to_sign: 'se_bankid',
      fields: [...PARTY.fields, field('personal_number', '1976-04')],
    },
    { signees: [{ ...ORDER.signees[0], personalNumber: '197604120852' }, ORDER.signees[0]] },
  ),
  methodSwitchedOff: {
    breaks: (world) => startWith(world, { ...PARTY, authentication_method_to_sign: 'no_bankid' }),
    async ours(world) {
      world.fake.methods = ['standard'];
      const ref = await world.signature.create(ORDER, pdf('agreement'));
      await assert.rejects(world.signature.start(ref, ORDER), {
        kind: 'conflict',
        words: 'The authentication method is not enabled.',
      });
      assert.equal(world.fake.agreements.get(ref)?.state, 'preparation');
      world.fake.methods = ['standard', 'se_bankid'];
      await world.signature.start(ref, ORDER);
    },
  },
  updateOfDraft: {
    async breaks(world) {
      const { ref } = await sent(world);
      return sendUpdate(world, ref, PARTY);
    },
    ours: all,
  },
  updateJson: {
    async breaks(world) {
      const id = await draft(world);
      const body = new URLSearchParams({ document: '{' });
      return world.send('POST', `${DOCUMENTS}/${id}/update`, body);
    },
    ours: all,
  },
  cancelOfPending: {
    async breaks(world) {
      return world.send('POST', `${DOCUMENTS}/${await draft(world)}/cancel`);
    },
    async ours(world) {
      const { ref, agreement } = await sent(world);
      for (let i = 0; i < 2; i++) await world.signature.revoke(ref);
      assert.equal(agreement.state, 'canceled');
    },
  },
  objectVersion: {
    async breaks(world) {
      return sendUpdate(world, await draft(world), PARTY, { object_version: '9' });
    },
    async ours(world) {
      // Somebody changes the draft in the web page between our reading and our update.
      world.fake.refuses = ({ path }) => {
        const [, id] = /([^/]+)\/update$/.exec(path) ?? [];
        if (id !== undefined) world.fake.versions.set(id, 7);
        return undefined;
      };
      await all(world);
    },
  },
  foreignDocument: {
    async breaks({ fake, send }) {
      fake.foreign.add('1');
      return send('GET', `${DOCUMENTS}/1/get`);
    },
    async ours(world) {
      const { ref, read } = await sent(world);
      world.fake.foreign.add(ref);
      assert.equal((await read()).state, 'missing');
      await assertKind('conflict', world.signature.start(ref, ORDER));
      await world.signature.check();
    },
  },
  noPrivileges: {
    breaks({ fake, send }) {
      fake.refuses = () => refuse('noPrivileges');
      return send('GET', `${DOCUMENTS}/list`);
    },
    async ours({ fake, signature }) {
      fake.refuses = () => refuse('noPrivileges');
      await assertKind('auth', signature.check());
      await assertKind('auth', signature.create(ORDER, pdf('agreement')));
    },
  },
  badCredentials: {
    async breaks({ fake }) {
      const answer = await fetch(`${fake.url}/api/v2${DOCUMENTS}/list`);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    async ours({ fake }) {
      const account = { ...scriveAccount(fake), credentials: 'a b c d' };
      await assertKind('auth', scrive(account, testClock()).check());
    },
  },
  callback: {
    async breaks(world) {
      const { agreement, ref } = await closed(world);
      agreement.reference = `${world.fake.url}/hook`;
      for (let i = 0; i < 2; i++) await world.fake.sendHook(ref);
      const hooks = world.fake.calls.filter(({ path }) => path === '/hook');
      assert.equal(hooks.length, 2);
      const form = new URLSearchParams(hooks[0].body.toString());
      assert.deepEqual(
        [...form.keys()],
        ['document_id', 'document_json', 'document_signed_and_sealed'],
      );
      assert.equal(form.get('document_signed_and_sealed'), 'true');
    },
    // The body is not read: http/hooks.test.ts.
    ours: all,
  },
  nothingIsUnique: {
    async breaks(world) {
      assert.notEqual(await draft(world), await draft(world));
    },
    async ours(world) {
      const first = await world.signature.create(ORDER, pdf('agreement'));
      const { ref } = await sent(world);
      assert.equal(ref, first, 'the draft is found again');
      assert.deepEqual([...world.fake.agreements.keys()], [ref]);
    },
  },
  titleOfFile: {
    async breaks(world) {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(pdf('x'))]), 'a-1.pdf');
      const { text } = await world.send('POST', `${DOCUMENTS}/new`, body);
      assert.equal(JSON.parse(text).title, 'a-1');
    },
    async ours(world) {
      const draftOf = (agreementId: string) =>
        world.signature.create({ ...ORDER, agreementId }, pdf('agreement'));
      const [first, longer] = [await draftOf('a-1'), await draftOf('a-10')];
      assert.notEqual(first, longer);
      world.fake.isLost = ({ path }) => path.endsWith('/new');
      await assertKind('unclear', draftOf('a-2'));
      world.fake.isLost = () => false;
      await draftOf('a-2');
      assert.equal(world.fake.agreements.size, 3);
      assert.deepEqual([await draftOf('a-1'), await draftOf('a-10')], [first, longer]);
    },
  },
  listFilter: {
    breaks: ({ send }) => send('GET', `${DOCUMENTS}/list?filter=preparation`),
    async ours(world) {
      const { ref } = await sent(world, { title: 'a-1' });
      const trashed = await world.signature.create(ORDER, pdf('agreement'));
      assert.notEqual(trashed, ref, 'what is out is no draft');
      world.fake.trashed.add(trashed);
      const foreign = await world.signature.create(ORDER, pdf('agreement'));
      assert.notEqual(foreign, trashed, 'nor is what was thrown away');
      world.fake.foreign.add(foreign);
      assert.notEqual(await world.signature.create(ORDER, pdf('agreement')), foreign);
    },
  },
  slowAnswers: {
    breaks: async () => undefined,
    async ours({ fake }) {
      const timeout = mock.method(AbortSignal, 'timeout');
      const waits: Record<string, number> = {};
      const noting: typeof fetch = (input, init) => {
        const name = String(input).split('/').at(-1) ?? '';
        waits[name] = timeout.mock.calls.at(-1)?.arguments[0] ?? 0;
        return fetch(input, init);
      };
      const signature = scrive(scriveAccount(fake), testClock(), noting);
      const { ref } = await closed({ fake, signature, send: assert.fail });
      await signature.signedDocument(ref);
      timeout.mock.restore();
      const { new: create, start, 'signed.pdf': file, get } = waits;
      assert.deepEqual([create, start, file, get], [20_000, 20_000, 20_000, 10_000]);
    },
  },
  newWords: {
    async breaks(world) {
      const { ref } = await sent(world);
      const { text } = await world.send('GET', `${DOCUMENTS}/${ref}/get`);
      assert.match(text, /"authentications":.*"freja".*"radiogroup"/);
    },
    async ours(world) {
      assert.equal((await (await sent(world)).read()).signees.length, 2);
    },
  },
  authorFields: {
    async breaks(world) {
      const id = await draft(world);
      const author = { is_author: true, fields: [field('company', 'Another')] };
      await sendUpdate(world, id, { ...author, ...PARTY, is_author: false });
      const { text } = await world.send('GET', `${DOCUMENTS}/${id}/get`);
      assert.match(text, /"company","value":"Solfirman AB"/);
    },
    async ours(world) {
      const { ref } = await sent(world);
      const [author] = world.fake.parties.get(ref) ?? [];
      assert.deepEqual(author.fields, [field('company', 'Solfirman AB')]);
    },
  },
};

/** All statuses that Scrive documents, in the order of their lives, and one that it may have one day. */
const STATUSES = [
  'preparation',
  'awaiting_start',
  'pending',
  'closed',
  'canceled',
  'timedout',
  'rejected',
  'document_error',
  'new_one',
];

testRules('Scrive', SCRIVE_RULES, CASES, start);
