import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAD } from '../demo/demo-data.ts';
import { DEAL_VALUES, PROSPECT } from '../test/bodies.ts';
import {
  contactOf,
  contactWithoutEmail,
  dealName,
  dealProperties,
  dealValues,
} from './deal-properties.ts';

test('a deal has the interface’s thirteen values, each by its name with the prefix', () => {
  assert.deepEqual(dealValues(PROSPECT, 'solar'), DEAL_VALUES);
});

test('what is not known, or no more, is sent as an empty value, and 0 is known', () => {
  const values = dealValues({ email: null, system: { battery_kwh: 0 } }, 'p');
  assert.equal(values.p_battery_kwh, '0');
  const others = Object.entries(values).filter(([name]) => name !== 'p_battery_kwh');
  assert.equal(others.length, 12);
  assert.ok(others.every(([, value]) => value === ''));
  assert.equal(dealValues({ email: null, address: { city: 'Kiruna' } }, 'p').p_address, 'Kiruna');
});

test('only a lead has what the visitor of a configurator agreed to and was shown', () => {
  const { reference, slug, consent, figures } = LEAD;
  const lead = { reference, slug, consent, figures };
  assert.deepEqual(dealValues({ ...PROSPECT, lead }, 'solar'), {
    ...DEAL_VALUES,
    solar_reference: 'demo-1',
    solar_consent_version: '2026-01',
    solar_consent_at: '2026-11-21T10:00:00.000Z',
    solar_annual_kwh: '9400',
    solar_saving_per_year: '11000',
    solar_price: '215000',
    solar_deduction: '63535',
    solar_net_price: '151465',
    solar_payback_years: '13.8',
  });
  const never = { ...lead, figures: { ...figures, payback_years: null } };
  assert.equal(dealValues({ ...PROSPECT, lead: never }, 'p').p_payback_years, '');
  const { figures: _, ...before } = lead;
  assert.equal(dealValues({ ...PROSPECT, lead: before }, 'p').p_annual_kwh, '');
});

test('properties hold the values, texts or numbers, our key, which is unique, and the sync error', () => {
  const properties = dealProperties('solar');
  const { reference, slug, consent, figures } = LEAD;
  const values = dealValues({ ...PROSPECT, lead: { reference, slug, consent, figures } }, 'solar');
  for (const { name, kind, isUnique } of properties) {
    assert.equal(isUnique, name === 'solar_prospect_id');
    if (kind === 'number') assert.ok(Number.isFinite(Number(values[name])), name);
  }
  const names = properties.filter(({ isUnique }) => !isUnique).map(({ name }) => name);
  assert.deepEqual(names, [...Object.keys(values), 'solar_sync_error', 'solar_offer_url']);
});

test('a deal is named by who and where; a contact has an e-mail, or else a name', () => {
  assert.equal(dealName(PROSPECT), 'Anna Ek, Storgatan 1, Västerås');
  assert.equal(dealName({ email: 'a@example.se' }), 'a@example.se');
  assert.deepEqual(contactOf(PROSPECT), {
    email: 'anna@example.se',
    firstName: 'Anna',
    lastName: 'Ek',
    phone: '070-174 06 05',
  });
  assert.equal(contactOf({ ...PROSPECT, email: null }), null);
  const phone = '070-174 06 05';
  const nameless = { email: null, phone };
  const byPhone = { email: '', firstName: '', lastName: phone, phone };
  assert.deepEqual(contactWithoutEmail(nameless), byPhone);
  assert.equal(contactWithoutEmail({ email: null }), null);
});

test('no text of a person is a formula in a spreadsheet that a CRM’s list is exported to', () => {
  const evil = { ...PROSPECT, first_name: '=HYPERLINK("http://x")', last_name: '@SUM(1)' };
  const contact = contactOf(evil) ?? assert.fail();
  assert.deepEqual([contact.firstName[0], contact.lastName[0]], ["'", "'"]);
  assert.equal(dealName(evil)[0], "'");
  const values = dealValues({ ...evil, address: { street: '+1', city: 'X' }, lat: -33 }, 'solar');
  assert.deepEqual([values.solar_address, values.solar_latitude], ["'+1, X", '-33']);
  assert.equal(contactOf({ ...evil, phone: '+46701234567' })?.phone, '+46701234567');
});
