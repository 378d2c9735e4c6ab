import assert from 'node:assert/strict';
import { type FortnoxFake, fortnoxAccount } from '../../demo/fakes/fortnox-fake.ts';
import type { Accounting } from '../../ports.ts';
import { ANNA, INVOICE } from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { inItsWindow } from '../../test/clock.ts';
import { checkFortnox } from '../check/fortnox-check.ts';
import { fortnox } from '../fortnox.ts';
import { FORTNOX_ACCESS_RULES } from './fortnox-access-rules.ts';
import type { FortnoxRule } from './fortnox-rules.ts';
import {
  askToken,
  type Case,
  invoiced,
  raw,
  sendInvoice,
  start,
  type World,
  whole,
} from './fortnox-world.test-kit.ts';
import { testRules } from './rule-cases.test-kit.ts';

/** The case of a refusal of access, which pauses and fails nothing. */
const accessCase = (rule: FortnoxRule): Case => ({
  async breaks({ fake, send }) {
    fake.access = rule;
    return send('GET', '/3/customers');
  },
  async ours({ fake, accounting }) {
    fake.access = rule;
    await assertKind('auth', accounting.createInvoice(INVOICE, '1'));
  },
  otherwise: ({ fake }) => {
    fake.unsettled.refusalsOfAccess = 403;
  },
});

const CASES: Record<keyof typeof FORTNOX_ACCESS_RULES, Case> = {
  paging: {
    async breaks(world) {
      await many(world, 101);
      const { text } = await world.send('GET', '/3/customers');
      const { Customers, MetaInformation } = JSON.parse(text);
      assert.equal(Customers.length, 100);
      assert.equal(MetaInformation['@TotalPages'], 2);
    },
    async ours(world) {
      await many(world, 501);
      const number = await world.accounting.createCustomer(ANNA);
      assert.equal(await world.accounting.findCustomer(ANNA, true), number);
    },
  },
  filterMatchesParts: {
    async breaks(world) {
      await sendInvoice(world, {}, { ExternalInvoiceReference1: 'O-10' });
      const { text } = await world.send('GET', '/3/invoices?externalinvoicereference1=o-1');
      assert.equal(JSON.parse(text).Invoices.length, 1);
    },
    async ours({ accounting, ...world }) {
      await invoiced({ accounting, ...world }, { offerId: 'o-10' });
      assert.equal(await accounting.findInvoice('o-1'), null);
    },
  },
  unknownFilter: {
    breaks: ({ send }) => send('GET', '/3/customers?Email=a'),
    ours: looksEverywhere,
  },
  filterValue: {
    breaks: ({ send }) => send('GET', '/3/customers?limit=501'),
    ours: looksEverywhere,
  },
  unknownMember: {
    breaks: ({ send }) =>
      send('POST', '/3/customers', { Customer: { Name: 'Anna', Mobile: '070' } }),
    ours: whole,
  },
  requiredMember: {
    breaks: ({ send }) => send('POST', '/3/customers', { Customer: { Email: 'a@b.se' } }),
    ours: whole,
  },
  accountNotFound: {
    breaks: ({ send }) => send('GET', '/3/accounts/3999'),
    async ours(world) {
      const account = { ...fortnoxAccount(world.fake), scope: '', accounts: { '25': 3999 } };
      const findings = await checkFortnox(account, world.clock);
      assert.ok(findings.some(({ fault }) => fault?.includes('3999')));
    },
  },
  customerNotFound: {
    async breaks({ send }) {
      const answer = await send('GET', '/3/customers/999');
      assert.match(answer.text, /"ErrorInformation":\{"Error":1,"Message"/);
      return answer;
    },
    async ours({ accounting, send }) {
      const { text } = await send('POST', '/3/customers', { Customer: {} });
      assert.match(text, /"ErrorInformation":\{"error":1,"message"/);
      await assertKind('invalid', accounting.createInvoice(INVOICE, '999'));
      assert.equal(await accounting.hasCustomer('999', false), false);
    },
  },
  unauthorized: {
    breaks: ({ send }) => send('GET', '/3/customers', undefined, { authorization: 'Bearer none' }),
    async ours({ accounting, fake }) {
      await accounting.check();
      fake.revokeTokens();
      await accounting.check();
    },
  },
  maintenancePage: {
    async breaks(world) {
      underMaintenance(world.fake, 200);
      const { text } = await world.send('GET', '/3/customers').catch(() => ({ text: '<html>' }));
      assert.ok(text.startsWith('<html>'));
    },
    async ours({ accounting, fake }) {
      await accounting.check();
      for (const status of [200, 503]) {
        underMaintenance(fake, status);
        await assertKind('closed', accounting.check());
      }
      underMaintenance(fake, 200);
      await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
    },
  },
  systemError: {
    async breaks({ fake, send }) {
      fake.access = 'systemError';
      return send('GET', '/3/customers');
    },
    async ours({ accounting, fake }) {
      fake.access = 'systemError';
      await assertKind('unavailable', accounting.check());
      await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
    },
  },
  acceptHeader: {
    breaks: ({ send }) => send('GET', '/3/customers', undefined, { accept: 'application/pdf' }),
    ours: whole,
  },
  noLicence: accessCase('noLicence'),
  noApiLicence: accessCase('noApiLicence'),
  noPermission: accessCase('noPermission'),
  noLogin: accessCase('noLogin'),
  callLimit: {
    async breaks({ fake, send }) {
      for (let i = 0; i < 23; i++) await fetch(`${fake.url}/3/customers`);
      await send('GET', '/3/customers');
      return send('GET', '/3/customers').catch(() =>
        raw(fake, 'GET', '/3/customers', {}, undefined),
      );
    },
    async ours({ accounting, fake, clock }) {
      for (let i = 0; i < 60; i++) await inItsWindow(clock, accounting.check);
      for (let i = 0; i < 25; i++) await fetch(`${fake.url}/3/customers`);
      await assertKind('rate_limited', accounting.check());
    },
    otherwise: ({ fake }) => {
      fake.unsettled.tellsRetryAfter = true;
    },
  },
  tokenClient: {
    breaks: ({ fake }) => askToken(fake, { tenantid: '1' }),
    async ours({ fake, accounting }) {
      fake.credentials.clientSecret = 'another';
      await assertKind('auth', accounting.check());
    },
  },
  tokenGrant: {
    breaks: ({ fake }) => askToken(fake, {}, 'refresh_token'),
    async ours({ fake, clock }) {
      fake.unsettled.refusesScope = true;
      await assertKind('auth', fortnox(fortnoxAccount(fake), clock).check());
    },
  },
  tokenScope: {
    async breaks({ fake }) {
      assert.equal((await askToken(fake)).status, 200, 'without a scope');
      assert.equal((await askToken(fake, { tenantid: '' })).status, 401, 'without a company');
    },
    ours: ({ fake, clock }) => fortnox({ ...fortnoxAccount(fake), scope: '' }, clock).check(),
    otherwise: ({ fake }) => {
      fake.unsettled.refusesScope = true;
    },
  },
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

testRules('Fortnox, calls', FORTNOX_ACCESS_RULES, CASES, start);
