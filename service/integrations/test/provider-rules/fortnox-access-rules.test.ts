import assert from 'node:assert/strict';
import type { Accounting } from '../../ports.ts';
import { checkFortnox } from '../../providers/check/fortnox-check.ts';
import { fortnox } from '../../providers/fortnox.ts';
import { ANNA, INVOICE } from '../accounting-contract.ts';
import { assertKind } from '../assert-kind.ts';
import { inItsWindow } from '../clock.ts';
import { type FortnoxFake, fortnoxAccount } from '../fakes/fortnox-fake.ts';
import { FORTNOX_ACCESS_RULES } from './fortnox-access-rules.ts';
import type { FortnoxRule } from './fortnox-rules.ts';
import { invoiced, start, type World, whole } from './fortnox-world.test-kit.ts';
import { type AdapterCase, testRules } from './rule-cases.test-kit.ts';

/** The case of a refusal of access, which pauses and fails nothing. */
const accessCase =
  (rule: FortnoxRule): AdapterCase<World> =>
  async ({ fake, accounting }) => {
    fake.access = rule;
    await assertKind('auth', accounting.createInvoice(INVOICE, '1'));
  };

const isForbidden = ({ fake }: World) => {
  fake.unsettled.refusalsOfAccess = 403;
};

const CASES: Partial<Record<keyof typeof FORTNOX_ACCESS_RULES, AdapterCase<World>>> = {
  async paging(world) {
    await many(world, 501);
    const number = await world.accounting.createCustomer(ANNA);
    assert.equal(await world.accounting.findCustomer(ANNA, true), number);
  },
  async filterMatchesParts({ accounting, ...world }) {
    await invoiced({ accounting, ...world }, { offerId: 'o-10' });
    assert.equal(await accounting.findInvoice('o-1'), null);
  },
  unknownFilter: looksEverywhere,
  filterValue: looksEverywhere,
  async accountNotFound(world) {
    const account = { ...fortnoxAccount(world.fake), scope: '', accounts: { '25': 3999 } };
    const findings = await checkFortnox(account, world.clock);
    assert.ok(findings.some(({ fault }) => fault?.includes('3999')));
  },
  async customerNotFound({ accounting }) {
    await assertKind('invalid', accounting.createInvoice(INVOICE, '999'));
    assert.equal(await accounting.hasCustomer('999', false), false);
  },
  async unauthorized({ accounting, fake }) {
    await accounting.check();
    fake.revokeTokens();
    await accounting.check();
  },
  async maintenancePage({ accounting, fake }) {
    await accounting.check();
    for (const status of [200, 503]) {
      underMaintenance(fake, status);
      await assertKind('closed', accounting.check());
    }
    underMaintenance(fake, 200);
    await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
  },
  async systemError({ accounting, fake }) {
    fake.access = 'systemError';
    await assertKind('unavailable', accounting.check());
    await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
  },
  noLicence: accessCase('noLicence'),
  noApiLicence: accessCase('noApiLicence'),
  noPermission: accessCase('noPermission'),
  noLogin: accessCase('noLogin'),
  async callLimit({ accounting, fake, clock }) {
    for (let i = 0; i < 60; i++) await inItsWindow(clock, accounting.check);
    for (let i = 0; i < 25; i++) await fetch(`${fake.url}/3/customers`);
    await assertKind('rate_limited', accounting.check());
  },
  async tokenClient({ fake, accounting }) {
    fake.credentials.clientSecret = 'another';
    await assertKind('auth', accounting.check());
  },
  async tokenGrant({ fake, clock }) {
    fake.unsettled.refusesScope = true;
    await assertKind('auth', fortnox(fortnoxAccount(fake), clock).check());
  },
  tokenScope: ({ fake, clock }) => fortnox({ ...fortnoxAccount(fake), scope: '' }, clock).check(),
};

/** Many customers whose e-mail holds that of another. */
async function many({ fake }: World, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const CustomerNumber = String(i);
    const Email = `j${i}.${ANNA.email}`;
    fake.customers.push({
      CustomerNumber,
      Name: 'Johanna',
      Email,
      Type: 'PRIVATE',
      VATType: 'SEVAT',
    });
  }
}

async function looksEverywhere({ accounting }: { accounting: Accounting }): Promise<void> {
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  assert.equal(await accounting.findInvoice('o-1'), null);
  assert.deepEqual(await accounting.reductionsOf('200'), []);
  await accounting.check();
}

/** Answers a page in the place of the API, but for tokens. */
function underMaintenance(fake: FortnoxFake, status: number): void {
  const body = Buffer.from('<html><body>Underhåll</body></html>');
  fake.refuses = ({ path }) => (path.startsWith('/3/') ? { status, body } : undefined);
}

testRules({
  provider: 'Fortnox, calls',
  rules: FORTNOX_ACCESS_RULES,
  start,
  whole,
  cases: CASES,
  unsettled: {
    noLicence: isForbidden,
    noApiLicence: isForbidden,
    noPermission: isForbidden,
    noLogin: isForbidden,
    callLimit({ fake }) {
      fake.unsettled.tellsRetryAfter = true;
    },
    tokenScope({ fake }) {
      fake.unsettled.refusesScope = true;
    },
  },
});
