import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INTEGRATIONS, startProgram } from '../../../test/start-program.ts';
import { test } from '../test.ts';
import { lookAtLink, WAYS } from '../visit.ts';

const KEY = `ik_${randomBytes(24).toString('base64url')}`;
const ORGANISATION = {
  id: 'solfirman',
  name: 'Solfirman AB',
  subscription: 'active',
  api_keys_sha256: [createHash('sha256').update(KEY).digest('hex')],
  // Nobody listens there: what is sent waits.
  signature: {
    provider: 'scrive',
    base_url: 'http://127.0.0.1:9/api/v2',
    credentials: { env: 'CHECK_SCRIVE' },
  },
};
/** Offer with all three classes of work, a long text, and more than one person who can have deducted. */
const OFFER = {
  prospect_id: 'p-1',
  number: '2026-117',
  title: 'Solceller, batteri och laddbox',
  valid_until: '2999-12-31',
  payment_date: '2026-12-15',
  turnkey: true,
  rows: [
    ['Solceller 10,3 kW, heltäckande svarta paneler på södra taket', 120_000_00, 'solar_cells'],
    ['Batteri 10 kWh', 80_000_00, 'storage'],
    ['Laddbox 11 kW', 15_000_00, 'charging_point'],
  ].map(([description, unit_price_ore, subsidy_class]) => {
    return { description, quantity: 1, unit: 'st', unit_price_ore, vat_percent: 25, subsidy_class };
  }),
  applicants: [{ name: 'Anna Ek' }],
};

test("an offer's page", async ({ checked: { browser, expect } }) => {
  const folder = mkdtempSync(join(tmpdir(), 'offer-check-'));
  const organisations = join(folder, 'organisations.json');
  writeFileSync(organisations, JSON.stringify({ organisations: [ORGANISATION] }));
  const env = {
    ORGANISATIONS_FILE: organisations,
    STORE_FILE: join(folder, 'store.db'),
    BASE_URL: 'http://127.0.0.1',
    CHECK_SCRIVE: 'a b c d',
    DATA_KEY: randomBytes(32).toString('base64'),
  };
  const { base, stop } = await startProgram([INTEGRATIONS], { env });
  try {
    const person = { email: 'anna@example.com', first_name: 'Anna', last_name: 'Ek' };
    await put(base, '/prospects/p-1', person);
    const { public_url } = await put(base, '/offers/o-1', OFFER);
    const url = base + new URL(public_url).pathname;
    for (const way of WAYS) await lookAtLink({ browser, base, expect }, '/i/… offer', url, way);
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
});

async function put(
  base: string,
  path: string,
  body: object | string,
): Promise<{ public_url: string }> {
  const answer = await fetch(`${base}/integrations/v1${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (answer.ok) return (await answer.json()) as { public_url: string };
  throw new Error(`PUT ${path} answered ${answer.status}: ${await answer.text()}`);
}
