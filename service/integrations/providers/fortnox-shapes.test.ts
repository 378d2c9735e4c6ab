import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANNA, INVOICE, PARTS } from '../test/invoices.ts';
import { fortnoxCustomer, fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

const REGISTERS = { units: { st: 'st' }, accounts: { '25': 3001 } };

test('the bodies are as Fortnox publishes them', () => {
  assert.deepEqual(fortnoxCustomer(ANNA), {
    Customer: {
      Name: 'Anna Ek',
      Email: 'anna@example.com',
      Type: 'PRIVATE',
      OrganisationNumber: '19760412-0852',
      Address1: 'Storgatan 1',
      ZipCode: '72212',
      City: 'Västerås',
      CountryCode: 'SE',
      ExternalReference: 'p-1',
    },
  });
  const { Invoice } = fortnoxInvoice(INVOICE, '7', REGISTERS);
  const { InvoiceRows, ...head } = Invoice;
  assert.deepEqual(head, {
    CustomerNumber: '7',
    InvoiceDate: '2026-11-21',
    DueDate: '2026-12-21',
    Currency: 'SEK',
    VATIncluded: true,
    TaxReductionType: 'green',
    ExternalInvoiceReference1: 'o-1',
    YourOrderNumber: '2026-17',
    DeliveryName: null,
    DeliveryAddress1: null,
    DeliveryAddress2: null,
    DeliveryZipCode: null,
    DeliveryCity: null,
    DeliveryCountry: null,
  });
  assert.deepEqual(InvoiceRows[0], {
    AccountNumber: 3001,
    Description: 'Solceller 10,4 kW',
    DeliveredQuantity: '1',
    Unit: 'st',
    Price: 116400,
    VAT: 25,
    HouseWork: true,
    HouseWorkType: 'SOLARCELLS',
  });
  const otherCosts = { HouseWork: false, HouseWorkType: 'OTHERCOSTS' };
  assert.deepEqual({ ...InvoiceRows[3], ...otherCosts }, InvoiceRows[3]);
  assert.deepEqual(fortnoxReduction(PARTS[0], '203'), {
    TaxReduction: {
      CustomerName: 'Anna Ek',
      SocialSecurityNumber: '19760412-0852',
      ReferenceNumber: '203',
      ReferenceDocumentType: 'INVOICE',
      AskedAmount: 31768,
      PropertyDesignation: 'Hede 1:2',
      TaxReductionAmounts: [
        { WorkType: 'SOLARCELLS', AskedAmount: 8731 },
        { WorkType: 'STORAGESELFPRODUCEDELECTRICITY', AskedAmount: 19400 },
        { WorkType: 'CHARGINGSTATIONELECTRICVEHICLE', AskedAmount: 3637 },
      ],
    },
  });
});
