import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAL_VALUES, OFFER, PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const { organisation, key } = testOrganisation('solfirman');
const without = testOrganisation('utan', { crm: null, accounting: null });
const { call } = await startIntegrations([{ organisation, key }, without], {
  // Half past eleven at night in London is the next day in Sweden.
  now: () => new Date('2026-11-21T23:30:00Z'),
});
for (const one of [key, without.key]) {
  await call(one, 'PUT', '/prospects/p1', PROSPECT);
  await call(one, 'PUT', '/offers/o1', OFFER);
}

test('golden: deal, invoice and reductions as they would be sent, numbers of persons masked', async () => {
  const { json } = await call(key, 'GET', '/offers/o1/preview');
  const row = (Description: string, Price: number, HouseWorkType: string, HouseWork = true) => ({
    AccountNumber: 3001,
    Description,
    DeliveredQuantity: '1',
    Unit: 'st',
    Price,
    VAT: 25,
    HouseWork,
    HouseWorkType,
  });
  const reduction = (CustomerName: string, more: object, ...sek: number[]) => ({
    TaxReduction: {
      CustomerName,
      SocialSecurityNumber: '********-****',
      ReferenceNumber: '(new)',
      ReferenceDocumentType: 'INVOICE',
      AskedAmount: sek[0] + sek[1] + sek[2],
      ...more,
      TaxReductionAmounts: [
        { WorkType: 'SOLARCELLS', AskedAmount: sek[0] },
        { WorkType: 'STORAGESELFPRODUCEDELECTRICITY', AskedAmount: sek[1] },
        { WorkType: 'CHARGINGSTATIONELECTRICVEHICLE', AskedAmount: sek[2] },
      ],
    },
  });
  assert.deepEqual(json, {
    deal: {
      name: 'Anna Ek, Storgatan 1, Västerås',
      properties: { ...DEAL_VALUES, solar_prospect_id: 'p1' },
    },
    invoice: {
      Invoice: {
        CustomerNumber: '(new)',
        InvoiceDate: '2026-11-22',
        DueDate: '2026-12-22',
        Currency: 'SEK',
        VATIncluded: true,
        TaxReductionType: 'green',
        ExternalInvoiceReference1: 'o1',
        YourOrderNumber: 'A-1',
        DeliveryName: null,
        DeliveryAddress1: null,
        DeliveryAddress2: null,
        DeliveryZipCode: null,
        DeliveryCity: null,
        DeliveryCountry: null,
        InvoiceRows: [
          row('Solceller 10,4 kW', 116_400, 'SOLARCELLS'),
          row('Batteri', 77_600, 'STORAGESELFPRODUCEDELECTRICITY'),
          row('Laddbox', 14_550, 'CHARGINGSTATIONELECTRICVEHICLE'),
          row('Övriga kostnader (3 %)', 6_450, 'OTHERCOSTS', false),
        ],
      },
    },
    reductions: [
      reduction('Anna Ek', { PropertyDesignation: 'Hede 1:2' }, 8_731, 19_400, 3_637),
      reduction('Bo Ek', {}, 8_729, 19_400, 3_638),
    ],
    warnings: [],
  });
});

test('what is not configured has no preview, and what would stop it is a warning', async () => {
  const nothing = (await call(without.key, 'GET', '/offers/o1/preview')).json;
  assert.deepEqual(nothing, { deal: null, invoice: null, reductions: [], warnings: [] });

  await call(key, 'PUT', '/prospects/p2', { email: null });
  const [anna] = OFFER.applicants ?? [];
  const warned = async (applicants: object[]) => {
    await call(key, 'PUT', '/offers/o2', { ...OFFER, prospect_id: 'p2', applicants });
    return (await call(key, 'GET', '/offers/o2/preview')).json;
  };
  assert.deepEqual((await warned([])).warnings, [
    'allowance_exceeded',
    'applicants_missing',
    'email_missing',
  ]);
  const half = await warned([anna, { name: 'Bo' }]);
  assert.deepEqual(half.warnings, ['applicants_missing', 'email_missing']);
  assert.equal(half.reductions.length, 1);
  assert.equal(half.deal, null);
});

test('a preview sends nothing, and of no offer there is none', async () => {
  const tasks = (await call(key, 'GET', '/tasks')).json;
  await call(key, 'GET', '/offers/o1/preview');
  assert.deepEqual((await call(key, 'GET', '/tasks')).json, tasks);
  refusal(await call(key, 'GET', '/offers/none/preview'), 404, 'not_found');
});
