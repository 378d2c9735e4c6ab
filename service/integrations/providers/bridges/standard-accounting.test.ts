import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AccountingBridgeFake,
  accountingBridgeAccount,
  startAccountingBridgeFake,
} from '../../demo/fakes/accounting-bridge-fake.ts';
import { commitThenDrop, limitNextCall } from '../../demo/fakes/fake-server.ts';
import {
  type AccountingUnderTest,
  ANNA,
  accountingContract,
  INVOICE,
  PARTS,
} from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { testClock } from '../../test/clock.ts';
import { standardAccounting } from './standard-accounting.ts';

const fakes: AccountingBridgeFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start(): Promise<AccountingUnderTest & { fake: AccountingBridgeFake }> {
  const fake = await startAccountingBridgeFake();
  fakes.push(fake);
  const account = accountingBridgeAccount(fake);
  return {
    fake,
    accounting: standardAccounting(account, testClock()),
    stranger: standardAccounting({ ...account, token: 'nobody' }, testClock()),
    dropNextAnswer: () => commitThenDrop(fake, 0),
    limitNextCall: (seconds) => limitNextCall(fake, seconds),
  };
}

accountingContract('The bridge', start);

test('the bridge gets what its contract says, whole öre and kronor', async () => {
  const { accounting, fake } = await start();
  const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
  await accounting.addReduction(number, PARTS[0]);
  const bodies = fake.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(String(body)));
  const [customer, { rows, ...invoice }, reduction] = bodies;
  assert.deepEqual(customer, {
    reference: 'p-1',
    name: 'Anna Ek',
    email: 'anna@example.com',
    street: 'Storgatan 1',
    city: 'Västerås',
    personal_number: '197604120852',
    postal_code: '72212',
  });
  assert.deepEqual(invoice, {
    reference: 'o-1',
    number: '2026-17',
    customer: 'c1',
    invoice_date: '2026-11-21',
    due_date: '2026-12-21',
  });
  assert.deepEqual(rows[0], {
    description: 'Solceller 10,4 kW',
    quantity: 1,
    unit: 'st',
    unit_price_ore: 116_400_00,
    vat_percent: 25,
    work_type: 'SOLARCELLS',
  });
  assert.deepEqual(reduction.amounts[0], { work_type: 'SOLARCELLS', sek: 8731 });
  assert.equal(reduction.property_designation, 'Hede 1:2');
});

test('a payment is read, and a page in the place of data is no answer', async () => {
  const { accounting, fake } = await start();
  const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
  fake.invoices[0].paid_on = '2026-12-01';
  assert.equal((await accounting.readInvoice(number)).paidOn, '2026-12-01');
  fake.refuses = () => ({ status: 200, body: Buffer.from('down for an hour') });
  await assertKind('unavailable', accounting.readInvoice(number));
  await assertKind('unclear', accounting.createInvoice(INVOICE, 'c1'));
});
