import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type AccountingBridgeFake,
  accountingBridgeAccount,
  startAccountingBridgeFake,
} from '../../demo/fakes/accounting-bridge-fake.ts';
import { commitThenDrop } from '../../demo/fakes/fake-server.ts';
import { ANNA, INVOICE, PARTS } from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { testClock } from '../../test/clock.ts';
import { standardAccounting } from '../bridges/standard-accounting.ts';
import { standardAccountingProof } from '../proofs/standard-accounting-proof.ts';
import { ACCOUNTING_BRIDGE_RULES, type AccountingBridgeRule } from './accounting-bridge-rules.ts';
import { type RuleCase, testRules } from './rule-cases.test-kit.ts';

const fakes: AccountingBridgeFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;

async function start() {
  const fake = await startAccountingBridgeFake();
  fakes.push(fake);
  const account = accountingBridgeAccount(fake);
  const accounting = standardAccounting(account, testClock());
  const send = async (method: string, path: string, body?: object, more = {}) => {
    const headers = { authorization: `Bearer ${fake.token}`, ...more };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(fake.url + path, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { fake, account, accounting, send };
}

const ROW = { quantity: 1, unit_price_ore: 100_000_00, work_type: 'SOLARCELLS' };
const PART = { personal_number: '197604120852', amounts: [{ work_type: 'SOLARCELLS', sek: 100 }] };

/** Sends an invoice to a customer who is there. */
async function sendInvoice({ send }: World, more: object = {}) {
  const { text } = await send('POST', '/customers', { email: ANNA.email });
  const invoice = { reference: 'o-1', customer: JSON.parse(text).id, rows: [ROW], ...more };
  return send('POST', '/invoices', invoice);
}

async function sendReduction(world: World, more: object = {}) {
  await sendInvoice(world);
  return world.send('POST', '/invoices/500/reductions', { ...PART, ...more });
}

/** An invoice with the reductions of two persons, by our adapter. */
async function whole({ accounting }: World): Promise<string> {
  const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
  for (const part of PARTS) await accounting.addReduction(number, part);
  const { totalOre, reductionSek } = await accounting.readInvoice(number);
  assert.deepEqual([totalOre, reductionSek], [215_000_00, 63_535]);
  return number;
}
const all = async (world: World) => void (await whole(world));

const CASES: Record<AccountingBridgeRule, RuleCase<World>> = {
  badToken: {
    breaks: ({ send }) => send('GET', '/customers', undefined, { authorization: 'Bearer none' }),
    ours: ({ account }) =>
      assertKind('auth', standardAccounting({ ...account, token: 'none' }, testClock()).check()),
  },
  exactEmail: {
    async breaks({ send }) {
      await send('POST', '/customers', { email: 'joanna@example.com' });
      assert.equal((await send('GET', '/customers?email=anna')).text, '{"customers":[]}');
    },
    async ours({ accounting }) {
      const [first] = [
        await accounting.createCustomer(ANNA),
        await accounting.createCustomer(ANNA),
      ];
      assert.equal(await accounting.findCustomer(ANNA.email, true), first);
    },
  },
  customerGone: {
    breaks: ({ send }) => send('GET', '/customers/none'),
    ours: async ({ accounting }) =>
      assert.equal(await accounting.hasCustomer('none', false), false),
  },
  usedCustomerStays: {
    async breaks(world) {
      await sendInvoice(world);
      return world.send('DELETE', '/customers/c1');
    },
    async ours(world) {
      await whole(world);
      const { customer } = standardAccountingProof(world.account, testClock());
      assert.match(String(await customer.remove('c1')), /cancelled invoices name it/);
    },
  },
  noCustomer: {
    breaks: (world) => sendInvoice(world, { customer: 'none' }),
    ours: ({ accounting }) => assertKind('invalid', accounting.createInvoice(INVOICE, 'none')),
  },
  noRows: { breaks: (world) => sendInvoice(world, { rows: [] }), ours: all },
  twoDecimals: {
    breaks: (world) => sendInvoice(world, { rows: [{ ...ROW, quantity: 1.125 }] }),
    async ours(world) {
      const rows = [{ ...INVOICE.rows[0], quantityThousandths: 2_250, unitPriceOre: 101 }];
      const customer = await world.accounting.createCustomer(ANNA);
      const number = await world.accounting.createInvoice({ ...INVOICE, rows }, customer);
      // Three decimals become a whole quantity before: mapping/invoice.test.ts.
      assert.equal((await world.accounting.readInvoice(number)).totalOre, 227);
    },
  },
  findsCancelled: {
    async breaks(world) {
      await sendInvoice(world);
      await world.send('POST', '/invoices/500/cancel');
      assert.match(
        (await world.send('GET', '/invoices?reference=o-1')).text,
        /"is_cancelled":true/,
      );
    },
    async ours(world) {
      const number = await whole(world);
      await world.accounting.cancelInvoice(number);
      assert.equal(await world.accounting.findInvoice('o-1'), null);
    },
  },
  nothingIsUnique: {
    async breaks(world) {
      for (let i = 0; i < 2; i++) assert.equal((await sendInvoice(world)).status, 201);
    },
    async ours({ accounting, fake }) {
      const customer = await accounting.createCustomer(ANNA);
      commitThenDrop(fake, 0);
      await assertKind('unclear', accounting.createInvoice(INVOICE, customer));
      assert.equal(await accounting.findInvoice('o-1'), '500');
    },
  },
  invoiceGone: {
    breaks: ({ send }) => send('GET', '/invoices/none'),
    ours: ({ accounting }) => assertKind('not_found', accounting.readInvoice('none')),
  },
  cancelledAgain: {
    async breaks(world) {
      await sendInvoice(world);
      for (let i = 0; i < 2; i++) {
        assert.equal((await world.send('POST', '/invoices/500/cancel')).status, 204);
      }
    },
    async ours(world) {
      const number = await whole(world);
      for (let i = 0; i < 2; i++) await world.accounting.cancelInvoice(number);
      assert.equal((await world.accounting.readInvoice(number)).isCancelled, true);
    },
  },
  bookedStays: {
    async breaks(world) {
      await sendInvoice(world);
      world.fake.invoices[0].is_booked = true;
      return world.send('POST', '/invoices/500/cancel');
    },
    async ours(world) {
      const number = await whole(world);
      world.fake.invoices[0].is_booked = true;
      await assertKind('conflict', world.accounting.cancelInvoice(number));
    },
  },
  workNotSold: {
    breaks: (world) => sendReduction(world, { amounts: [{ work_type: 'OTHERCOSTS', sek: 1 }] }),
    ours: all,
  },
  badReduction: {
    breaks: (world) => sendReduction(world, { personal_number: '760412-0852' }),
    async ours(world) {
      const { accounting } = world;
      const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
      const [part] = PARTS;
      const nothing = { type: 'STORAGESELFPRODUCEDELECTRICITY' as const, sek: 0 };
      // A work without a krona is left out.
      await accounting.addReduction(number, { ...part, amounts: [part.amounts[0], nothing] });
      assert.equal((await accounting.readInvoice(number)).reductionSek, 8731);
    },
  },
  personTwice: {
    async breaks(world) {
      await sendReduction(world);
      const again = await world.send('POST', '/invoices/500/reductions', PART);
      assert.deepEqual([again.status, world.fake.invoices[0].reductions.length], [200, 1]);
    },
    async ours(world) {
      const number = await whole(world);
      await world.accounting.addReduction(number, PARTS[0]);
      assert.equal((await world.accounting.readInvoice(number)).reductionSek, 63_535);
    },
  },
  reductionOfRows: {
    async breaks(world) {
      await sendInvoice(world);
      assert.match((await world.send('GET', '/invoices/500')).text, /"reduction_sek":15000/);
    },
    ours: all,
  },
};

testRules('An accounting bridge', ACCOUNTING_BRIDGE_RULES, CASES, start);
