/** A customer accepts on an offer's page: over HTTP, with the worker and a Scrive account on loopback. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scriveAccount, startScriveFake } from '../demo/fakes/scrive-fake.ts';
import { startTasks } from '../sync/start-tasks.ts';
import { OFFER, PDF, PROSPECT } from '../test/bodies.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';

const scrive = await startScriveFake();
const { organisation, key } = testOrganisation('solfirman', {
  signature: scriveAccount(scrive),
  crm: null,
});
const unsigned = testOrganisation('utan', { signature: null, crm: null });
/** The last day of all offers here. */
const VALID_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const TERMS = { ...OFFER, valid_until: VALID_UNTIL };
let now = () => new Date();
const { base, call, parts, log } = await startIntegrations([{ organisation, key }, unsigned], {
  now: () => now(),
  trustProxy: 1,
});
const worker = startTasks({ ...parts, baseUrl: base });
after(async () => {
  await worker.stop();
  await scrive.close();
});

let callers = 0;
const address = () => `10.1.0.${++callers % 256}`;

interface Page {
  status: number;
  text: string;
  policy: string;
  location: string | null;
}

/** The page, or the answer to its form; each from an address of its own. */
async function open(path: string, form?: Record<string, string>, headers = {}): Promise<Page> {
  const response = await fetch(`${base}${path}?l=en`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address(), 'sec-fetch-site': 'same-origin', ...headers },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  const policy = String(response.headers.get('content-security-policy'));
  const location = response.headers.get('location');
  return { status: response.status, text: await response.text(), policy, location };
}

/** The hidden fields of the page's form; null without a form. */
function formOf({ text }: Pick<Page, 'text'>): Record<string, string> | null {
  if (!text.includes('<form')) return null;
  const fields = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

async function formAt(path: string): Promise<Record<string, string>> {
  return formOf(await open(path)) ?? assert.fail('the page has no form');
}

/** Stores an offer of a prospect of the same name, with its document. @returns the path of its page */
async function offered(id: string, more = {}, prospect = {}, whose = key): Promise<string> {
  await call(whose, 'PUT', `/prospects/${id}`, { ...PROSPECT, ...prospect });
  const { json } = await call(whose, 'PUT', `/offers/${id}`, {
    ...TERMS,
    prospect_id: id,
    ...more,
  });
  await call(whose, 'PUT', `/offers/${id}/agreement/document`, PDF);
  return new URL(json.public_url).pathname;
}

/** The agreements at Scrive for an offer's title. */
const sentAs = (title: string) =>
  [...scrive.agreements.values()].filter((one) => JSON.stringify(one).includes(title));

async function until(path: string, pattern: RegExp): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    const { text } = await open(path);
    if (pattern.test(text)) return text;
  }
  return assert.fail(`${pattern} never came`);
}

test('the button sends the agreement to the customer, and the page says how far it is', async () => {
  const title = 'Tak på Storgatan';
  const path = await offered('whole', { title });
  const page = await open(path);
  assert.match(page.text, /Accept and get the agreement/);
  assert.match(page.policy, /form-action 'self'/);
  assert.doesNotMatch(page.text, /<script|example\.se|1212/i);
  const { status, location } = await open(path, formOf(page) ?? {});
  assert.deepEqual([status, location], [303, `${path}?l=en`]);
  const after = await open(path);
  assert.match(after.text, /(on its way by e-mail|awaits signatures): 0 of 1 have signed/);
  assert.equal(formOf(after), null);
  assert.match(after.policy, /form-action 'none'/);
  await until(path, /awaits signatures: 0 of 1/);
  const [{ id }] = [...scrive.agreements].flatMap(([id, one]) =>
    JSON.stringify(one).includes(title) ? [{ id }] : [],
  );
  const signees = (await call(key, 'GET', '/offers/whole')).json.agreement.signees;
  assert.deepEqual(
    signees.map(({ id, email, method }: Record<string, string>) => [id, email, method]),
    [['customer', 'anna@example.se', 'bankid']],
  );
  scrive.sign(id, 0);
  assert.equal(await scrive.sendHook(id), 204);
  await until(path, /The offer has been signed/);
});

test('a double click, and a form that is sent again, send one agreement', async () => {
  const title = 'Tak på Dubbelgatan';
  const path = await offered('double', { title });
  const form = await formAt(path);
  const clicks = await Promise.all([1, 2, 3, 4].map(() => open(path, form)));
  assert.deepEqual(
    clicks.map(({ status }) => status),
    [303, 303, 303, 303],
  );
  await until(path, /0 of 1 have signed/);
  assert.equal((await open(path, form)).status, 303);
  await until(path, /awaits signatures/);
  await sleep(300);
  assert.equal(sentAs(title).length, 1);
});

test('nothing pretends: no button without e-signature, document of this version, e-mail, name or time', async () => {
  const bare = await offered('bare', {}, {}, unsigned.key);
  const unknown = await offered('unknown', {}, { email: null });
  const nameless = await offered('nameless', {}, { first_name: undefined, last_name: undefined });
  const before = await offered('before');
  await call(key, 'PUT', '/offers/before', { ...TERMS, prospect_id: 'before', number: 'A-2' });
  for (const path of [bare, unknown, nameless, before]) {
    const page = await open(path);
    assert.equal(page.status, 200);
    assert.equal(formOf(page), null);
    assert.match(page.policy, /form-action 'none'/);
  }
  await call(key, 'PUT', '/offers/before/agreement/document', PDF);
  assert.ok(formOf(await open(before)), 'the same document, put for this version');

  const late = await offered('late');
  const form = await formAt(late);
  now = () => new Date(`${VALID_UNTIL}T23:59:00Z`);
  assert.ok(formOf(await open(late)), 'on its last day');
  now = () => new Date(Date.parse(`${VALID_UNTIL}T24:00:00Z`) + 60_000);
  assert.equal(formOf(await open(late)), null);
  const { status, text } = await open(late, form);
  now = () => new Date();
  assert.equal(status, 409);
  assert.match(text, /can no longer be accepted\. Ask solfirman AB/);
  assert.equal((await call(key, 'GET', '/offers/late')).json.state, 'draft');
});

test('an offer that was changed meanwhile is not accepted: the page says so, and what has changed', async () => {
  const title = 'Tak på Nya gatan';
  const path = await offered('renewed', { title });
  const first = await open(path);
  assert.doesNotMatch(first.text, /since the last version/);
  const [panels, battery] = OFFER.rows;
  const rows = [
    { ...panels, unit_price_ore: 110_000_00 },
    battery,
    { ...panels, description: 'Optimerare', unit_price_ore: 9_000_00 },
  ];
  const changed = { ...TERMS, prospect_id: 'renewed', title, rows };
  await call(key, 'PUT', '/offers/renewed', changed);
  await call(key, 'PUT', '/offers/renewed/agreement/document', PDF);
  const { status, text } = await open(path, formOf(first) ?? {});
  assert.equal(status, 409);
  assert.match(text, /changed since you opened the page, and has not been accepted/);
  // The charging point is gone, the optimisers are new, the panels are cheaper; the battery is as it was.
  const table = /id="changes".*?<\/table>/s.exec(text)?.[0].replace(/<[^>]+>/g, ' ') ?? '';
  assert.match(table, /Solceller 10,4 kW\s+1 st, SEK 120,000\s+1 st, SEK 110,000/);
  assert.match(table, /Optimerare\s+not included\s+1 st, SEK 9,000/);
  assert.match(table, /Laddbox\s+1 st, SEK 15,000\s+not included/);
  assert.doesNotMatch(table, /Batteri\s/);
  // 215 000, then 110 000 + 80 000 + 9 000; 97 % counts, 15 % of 119 000 and 50 % of 80 000.
  assert.match(table, /Sum with VAT\s+SEK 215,000\s+SEK 199,000/);
  assert.match(table, /To pay\s+SEK 151,465\s+SEK 142,8\d\d/);
  assert.equal(sentAs(title).length, 0);

  // Who asks for the reduction is nothing that the page shows: the table stays that of the prices.
  const numbers = { ...changed, applicants: [OFFER.applicants?.[0], { name: 'Cia Ek' }] };
  await call(key, 'PUT', '/offers/renewed', numbers);
  assert.match((await open(path)).text, /SEK 215,000/);
  const { former, version } = (await call(key, 'GET', '/offers/renewed')).json;
  assert.deepEqual([former.version, former.total_ore, version], [1, 215_000_00, 3]);
  assert.doesNotMatch(JSON.stringify(former), /Anna|Cia/);
});

test('a form that is not the page’s own sends nothing', async () => {
  const title = 'Tak på Falska gatan';
  const path = await offered('forged', { title });
  const other = await formAt(await offered('other'));
  const form = await formAt(path);
  const tampered: [Record<string, string>, object?][] = [
    [{}],
    [{ ...form, token: `${form.token}x` }],
    [{ ...form, token: '' }],
    [{ ...form, version: '2' }],
    [{ ...form, version: '1e0x' }],
    [other],
    [form, { 'sec-fetch-site': 'cross-site' }],
    [form, { 'sec-fetch-site': 'same-site' }],
  ];
  for (const [fields, headers] of tampered) {
    const { status, text } = await open(path, fields, headers);
    assert.equal(status, 403, JSON.stringify([fields, headers]));
    assert.match(text, /did not come from this page/);
  }
  const long = await open(path, { ...form, more: 'x'.repeat(2000) });
  assert.equal(long.status, 413);
  const gone = await open(`${path}x`, form);
  assert.deepEqual([gone.status, formOf(gone)], [404, null]);
  assert.equal(sentAs(title).length, 0);
  assert.equal((await call(key, 'GET', '/offers/forged')).json.state, 'draft');
  assert.ok(!log.join('').includes(form.token));
});

test('declined is told as such, and there is a button again once the offer was changed', async () => {
  const title = 'Tak på Nejgatan';
  const path = await offered('declined', { title });
  const form = await formAt(path);
  await open(path, form);
  await until(path, /awaits signatures/);
  const [[id]] = [...scrive.agreements].filter(([, one]) => JSON.stringify(one).includes(title));
  scrive.decline(id, 0);
  await scrive.sendHook(id);
  await until(path, /was declined/);
  assert.equal(formOf(await open(path)), null);
  assert.equal((await open(path, form)).status, 409);
  const cheaper = OFFER.rows.slice(0, 1);
  await call(key, 'PUT', '/offers/declined', {
    ...TERMS,
    prospect_id: 'declined',
    title,
    rows: cheaper,
  });
  await call(key, 'PUT', '/offers/declined/agreement/document', PDF);
  assert.ok(formOf(await open(path)));
});
