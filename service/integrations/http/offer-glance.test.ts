/** A proposal's page in the public process, with the offer that its lead became in this one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { readEmbeds } from '../../pages/server/embeds.ts';
import { mint } from '../../pages/server/signed-state.ts';
import { STATE } from '../../pages/test/states.ts';
import { rawCall as openPage, startTestService, testLoaded } from '../../test/service.ts';
import { LEAD } from '../demo/demo-data.ts';
import { OFFER, PDF } from '../test/bodies.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const { organisation, key } = testOrganisation('solfirman', { leadSecrets: [SECRET], crm: null });
const { base, call, log } = await startIntegrations([{ organisation, key }]);

const closed = createServer();
await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
const { port: nobody } = closed.address() as AddressInfo;
closed.close();

/** Configurators whose leads go here, by wrong secrets and names, to nobody, and to another program. */
const SINKS: Record<string, [sink: string, secret: string]> = {
  demo: [`${base}/integrations/hooks/leads/solfirman`, 'RIGHT'],
  wrong: [`${base}/integrations/hooks/leads/solfirman`, 'WRONG'],
  left: [`${base}/integrations/hooks/leads/left`, 'RIGHT'],
  down: [`http://127.0.0.1:${nobody}/integrations/hooks/leads/solfirman`, 'RIGHT'],
  other: [`http://127.0.0.1:${nobody}/leads`, 'RIGHT'],
};
const file = join(testFolder(), 'embeds.json');
const records = Object.entries(SINKS).map(([slug, [sink, secret_env]]) => [
  slug,
  { ...fixture.demo, lead: { ...fixture.demo.lead, sink, secret_env } },
]);
writeFileSync(file, JSON.stringify(Object.fromEntries(records)));
const wrong = `whsec_${randomBytes(24).toString('base64')}`;
const embeds = readEmbeds(file, { RIGHT: SECRET, WRONG: wrong });
const linkSecrets = [{ kid: 'a', key: randomBytes(32) }];
const service = await startTestService({ loaded: { ...testLoaded(), embeds }, linkSecrets });

const exp = Math.floor(Date.now() / 1000) + 3600;
const linkOf = (ref: string, brand = 'demo') =>
  `/i/${mint({ ...STATE, brand, ref, exp }, linkSecrets)}`;
const open = (path: string) => openPage(service.base, `${path}?l=en`);

async function hook(path: string, id: string, body: string, secret = SECRET) {
  const now = new Date();
  return fetch(`${base}/integrations/hooks/${path}`, {
    method: 'POST',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  });
}

const calls = () => log.filter((line) => line.includes('hooks/offers')).length;
const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('a proposal tells of its offer, what that changes, and leads to where it is accepted', async () => {
  const { status } = await hook('leads/solfirman', LEAD.reference, JSON.stringify(LEAD));
  assert.equal(status, 204);
  const link = linkOf(LEAD.reference);
  assert.doesNotMatch((await open(link)).text, /id="offer"/);

  const { json } = await call(key, 'GET', `/prospects?reference=${LEAD.reference}`);
  const [{ id: prospect_id }] = json.prospects;
  const valid_until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const offer = { ...OFFER, prospect_id, valid_until };
  const { public_url } = (await call(key, 'PUT', '/offers/o-1', offer)).json;
  const draft = await open(link);
  assert.match(draft.text, /Offer A-1<.*has not been sent for signature yet/s);
  assert.match(draft.text, new RegExp(`<a href="${public_url}">Read the offer</a>`));
  // The proposal: 225 000 less 58 200 in all; the offer: 215 000 less 63 535.
  assert.match(
    plain(draft.text),
    /Scope The solar panels and a battery of 10 kWh Solceller och batteri Sum with VAT SEK 225,000 SEK 215,000 To pay SEK 166,800 SEK 151,465/,
  );
  await call(key, 'PUT', '/offers/o-1/agreement/document', PDF);
  const ready = await open(link);
  assert.match(ready.text, /Read the offer and accept it/);
  assert.match(String(ready.headers['content-security-policy']), /form-action 'none'/);
  assert.doesNotMatch(ready.text, /<script|<form|anna@|1212/i);

  const path = new URL(public_url).pathname;
  const page = await (await fetch(base + path)).text();
  const fields = [...page.matchAll(/name="(version|token)" value="([^"]+)"/g)];
  const body = new URLSearchParams(
    fields.map(([, name, value]): [string, string] => [name, value]),
  );
  const accepted = await fetch(base + path, { method: 'POST', body, redirect: 'manual' });
  assert.equal(accepted.status, 303);
  const after = await open(link);
  assert.match(after.text, /on its way by e-mail: 0 of 1 have signed\. Sign it from the e-mail/);
  assert.match(after.text, />Read the offer<\/a>/);
});

test('where nobody can tell, a sentence says so, and the proposal is whole', async () => {
  for (const brand of ['down', 'wrong']) {
    const { status, text } = await open(linkOf(LEAD.reference, brand));
    assert.equal(status, 200);
    assert.match(text, /cannot show right now whether .* Nothing is lost: open the link again/);
    assert.match(text, /cut the power bill by SEK 9,148 a year and cost SEK 166,800/);
  }
});

test('where there is no offer nothing is said, and nobody is asked for a link that does not hold', async () => {
  for (const path of [
    linkOf('nobody-1'),
    linkOf(LEAD.reference, 'left'),
    linkOf(LEAD.reference, 'other'),
  ]) {
    const { status, text } = await open(path);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /id="offer"|cannot show right now/);
  }
  const before = calls();
  const link = linkOf(LEAD.reference);
  const ended = mint({ ...STATE, brand: 'demo', ref: LEAD.reference, exp: 1 }, linkSecrets);
  for (const path of [`${link}x`, link.replace('/i/', '/i/A'), `/i/${ended}`]) {
    assert.equal((await open(path)).status, 404);
  }
  assert.equal(calls(), before);
});

test('only whoever has the secret of the leads is told', async () => {
  const body = JSON.stringify({ reference: LEAD.reference });
  assert.equal((await hook('offers/solfirman', 'x', body, wrong)).status, 401);
  assert.equal((await hook('offers/nobody', 'x', body)).status, 404);
  for (const odd of ['{}', '[]', '{"reference":5}', '{"reference":"a b"}', '{"reference":""}']) {
    assert.equal((await hook('offers/solfirman', 'x', odd)).status, 422, odd);
  }
  assert.equal((await fetch(`${base}/integrations/hooks/offers/solfirman`)).status, 405);
});
