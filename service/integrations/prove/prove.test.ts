import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Call } from '../demo/fakes/fake-server.ts';
import { planProof } from './plan-proof.ts';
import { proofOfFakes } from './prove.test-kit.ts';
import { prove } from './prove.ts';

type World = Awaited<ReturnType<typeof proofOfFakes>>;
const callsOf = ({ fakes }: World) => Object.values(fakes).flatMap(({ calls }) => calls);

test('a dry run tells all that would be made, and makes no call', async () => {
  const world = await proofOfFakes();
  const before = callsOf(world).length;
  planProof(world.start());
  assert.equal(callsOf(world).length, before);
  for (const [thing] of [
    [/crm hubspot: a contact/],
    [/crm hubspot: a deal with all \d\d properties/],
    [/accounting fortnox: a customer/],
    [/an unbooked invoice without a reduction: unit "st" .*account 3001 with 25 % VAT/],
    [/an unbooked invoice with green work of all three kinds/],
    [/tax reductions of 2 persons/],
    [/signature scrive: a draft .* never started/],
    [/numbers of invoices stay used/],
    [/measured: Do straight quotes pass\?/],
  ]) {
    assert.match(world.text(), thing);
  }
});

test('one of everything is made, read back field by field and removed, and what stays is told', async () => {
  const world = await proofOfFakes();
  const { crm, accounting, signature } = world.fakes;
  assert.equal(await prove(world.start()), true, world.text());
  assert.match(
    world.text(),
    /a deal with all (\d+) properties: made \(102\), (\d+) fields read back/,
  );
  assert.ok(!world.text().includes('otherwise'));
  assert.match(
    world.text(),
    /tax reductions of 2 persons .* 3 fields read back, as they were sent/,
  );
  assert.deepEqual([crm.contacts.size, crm.deals.size, signature.agreements.size], [0, 0, 0]);
  assert.ok(!signature.calls.some(({ path }) => path.endsWith('/start')), 'nobody was told of it');
  assert.deepEqual(
    accounting.invoices.map(({ Cancelled, Booked }) => [Cancelled, Booked]),
    accounting.invoices.map(() => [true, false]),
  );
  for (const { DocumentNumber } of accounting.invoices) {
    assert.match(world.text(), new RegExp(`remains: .*invoice ${DocumentNumber}, cancelled`));
  }
  assert.match(world.text(), /remains: .*customer 1, inactive/);
  assert.deepEqual([accounting.customers.length, accounting.customers[0].Active], [1, false]);
  assert.ok(!existsSync(world.file));
});

test('what no source has settled is measured, and told either way', async () => {
  const answers = async (change: (world: World) => void) => {
    const world = await proofOfFakes();
    change(world);
    await prove(world.start());
    const { crm, accounting } = world.fakes;
    assert.deepEqual([crm.contacts.size, crm.deals.size], [0, 0], world.text());
    assert.ok(accounting.invoices.every(({ Cancelled }) => Cancelled));
    return world.text();
  };
  const strict = await answers(() => {});
  const other = await answers(({ fakes: { crm, accounting } }) => {
    crm.unsettled.toleratesNoAssociations = true;
    Object.assign(accounting.unsettled, {
      takesStraightQuotes: true,
      ceilingOfDocument: true,
      unknownUnitCode: '2000999',
      tellsRetryAfter: true,
    });
  });
  for (const [asks, no, yes] of [
    ['without "associations" pass\\?', 'no: .*\\[associations\\]', 'yes'],
    ['straight quotes pass\\?', 'no: .*2000359', 'yes'],
    ['unknown unit .*refused\\?', 'no: .*2000432', 'no: .*2000999'],
    ['ceiling of mixed green work .*\\?', 'no: .*2003228', 'yes'],
    ['Retry-After on 429\\?', 'no', 'yes: 5 s'],
  ]) {
    assert.match(strict, new RegExp(`measured: .*${asks} ${no}`));
    assert.match(other, new RegExp(`measured: .*${asks} ${yes}`));
  }
  assert.match(strict, /not measured: .*409 while it is sealed/);
});

/** A fault of an account, and the lines that tell it: field, the provider's words, and the fix. */
const FAULTS: Record<string, { change(world: World): void; told: RegExp[] }> = {
  'a right that the key lacks': {
    change: ({ fakes }) => fakes.crm.scopes.delete('crm.objects.deals.write'),
    told: [
      /may write deals: .*403.*Give the key the scope crm\.objects\.deals\.write/,
      /a deal with all \d+ properties: refused\n {2}field: scope crm\.objects\.deals\.write\n {2}words: .*MISSING_SCOPES.*"requires: .*\n {2}fix: Give the key/,
    ],
  },
  'a property that is not there': {
    change: ({ fakes }) => fakes.crm.properties.delete('solar_main_fuse'),
    told: [
      /Missing or of another kind: solar_main_fuse\. Make them: make integrations-setup/,
      /refused\n {2}field: solar_main_fuse\n {2}words: .*PROPERTY_DOESNT_EXIST.*\n {2}fix: Make the properties/,
    ],
  },
  'a stage that is gone': {
    change: ({ fakes }) => fakes.crm.pipelines.set('default', ['closedwon']),
    told: [
      /the pipeline default has the stage appointmentscheduled: Found the stages closedwon/,
      /refused\n {2}field: crm\.pipeline, crm\.stage\n {2}words: .*INVALID_OPTION.*\n {2}fix: Write the internal ids/,
    ],
  },
  'a value that the account’s own rule refuses': {
    change: ({ fakes }) => fakes.crm.validation.set('solar_roof_sides', () => false),
    told: [/field: solar_roof_sides\n {2}words: .*VALIDATION_RULE.*\n {2}fix: Relax the rule/],
  },
  'a unit that is not registered': {
    change: ({ fakes }) => fakes.accounting.company.units.splice(0, 1),
    told: [
      /the units st: The company has not st, but h, m\..*Register the code in Fortnox/,
      /refused\n {2}field: InvoiceRows\.Unit\n {2}words: .*2000432.* "Enheten .*"\n {2}fix: Register the code/,
    ],
  },
  'an account that is not open': {
    change: ({ fakes }) => fakes.accounting.company.accounts.splice(0, 1),
    told: [
      /the account 3001: The books have no active account 3001/,
      /an unbooked invoice without .*refused\n {2}field: InvoiceRows\.AccountNumber\n {2}words: .*200130\d.*\n {2}fix: Open the account/,
      // Each row is tried alone, so that it is seen which of them is refused.
      /accounting fortnox: account 3001 with 25 % VAT: refused/,
    ],
  },
  'an app without the right to invoices': {
    change: ({ fakes }) => {
      fakes.accounting.scopes = ['customer'];
    },
    told: [
      /the rights customer and invoice: The token has not invoice/,
      /the units st: cannot be read: the app has not the right "settings"/,
      /an unbooked invoice .*refused\n {2}field: accounting\.scope\n {2}words: .*2000663.*\n {2}fix: Add the rights/,
      /tax reductions .*: not tried, without the green/,
    ],
  },
  'house work that is switched off': {
    change: ({ fakes }) => {
      fakes.accounting.company.houseWorkIsOn = false;
    },
    told: [
      /green work of all three kinds: refused\n {2}field: InvoiceRows\.HouseWork\n {2}words: .*"Husarbete.*\n {2}fix: Switch on/,
    ],
  },
  'a secret that does not hold': {
    change: ({ fakes }) => {
      fakes.accounting.credentials.clientSecret = 'another';
    },
    told: [
      /a customer.*refused\n {2}field: accounting\.client_id, client_secret, tenant_id\n {2}words: .*401/,
    ],
  },
  'credentials of signatures that do not hold': {
    change: ({ accounts }) => Object.assign(accounts.signature, { credentials: 'a b c d' }),
    told: [/a draft .*refused\n {2}field: .*\n {2}words: .*401/],
  },
};

for (const [fault, { change, told }] of Object.entries(FAULTS)) {
  test(`${fault} is told with its field, the provider’s words and the fix`, async () => {
    const world = await proofOfFakes();
    change(world);
    assert.equal(await prove(world.start()), false);
    for (const line of told) assert.match(world.text(), line);
    assert.match(world.text(), /Not proved/);
    assert.deepEqual(
      [world.fakes.crm.contacts.size, world.fakes.signature.agreements.size],
      [0, 0],
    );
  });
}

test('a field that is there otherwise than it was sent is told with both values', async () => {
  const world = await proofOfFakes();
  world.fakes.crm.refuses = ({ method, path }: Call) => {
    const deal = world.fakes.crm.deals.get('102');
    if (deal && method === 'GET' && path.endsWith('/deals/102'))
      deal.properties.solar_total_kw = '10';
    return undefined;
  };
  assert.equal(await prove(world.start()), false);
  assert.match(world.text(), /field solar_total_kw: sent "10.32", read "10"/);
});

test('an answer that is lost is no second thing: what it made is found', async () => {
  const world = await proofOfFakes();
  const lost = new Set([
    '/crm/objects/2026-09/contacts',
    '/crm/objects/2026-09/deals',
    '/3/customers',
    '/3/invoices',
  ]);
  for (const fake of Object.values(world.fakes)) {
    fake.isLost = ({ method, path }) => method === 'POST' && lost.delete(path);
  }
  assert.equal(await prove(world.start()), true, world.text());
  const { crm, accounting } = world.fakes;
  assert.deepEqual([crm.contacts.size, crm.deals.size], [0, 0]);
  assert.ok(accounting.invoices.every(({ Cancelled }) => Cancelled));
});

test('what cannot be removed is told, and the next proof removes it', async () => {
  const world = await proofOfFakes();
  world.fakes.crm.refuses = ({ method }) =>
    method === 'DELETE' ? { status: 500, body: { message: 'down' } } : undefined;
  assert.equal(await prove(world.start()), false);
  assert.match(
    world.text(),
    /Still in the accounts:\n {2}crm: the contact 101 .*\n {2}crm: the deal 102/,
  );
  world.fakes.crm.refuses = () => undefined;
  world.lines.length = 0;
  planProof(world.start('prov-2'));
  assert.match(world.text(), /Still in the accounts:\n {2}crm: the contact 101/);
  assert.equal(await prove(world.start('prov-2')), true);
  assert.match(world.text(), /ended halfway, and left:\n {2}crm: the contact 101/);
  assert.deepEqual([world.fakes.crm.contacts.size, world.fakes.crm.deals.size], [0, 0]);
});
