import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAL_VALUES, PROSPECT } from '../test/bodies.ts';
import { contactOf, dealName, dealProperties, dealValues } from './deal-properties.ts';

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

test('fourteen properties hold them: the values, texts or numbers, and our key, which is unique', () => {
  const properties = dealProperties('solar');
  const byKind = (kind: string) =>
    properties.filter((one) => one.kind === kind && !one.isUnique).map(({ name }) => name);
  assert.deepEqual(byKind('text'), ['solar_address', 'solar_panel_title', 'solar_inverter_title']);
  assert.equal(byKind('number').length, 10);
  assert.deepEqual(
    properties.filter(({ isUnique }) => isUnique).map(({ name }) => name),
    ['solar_prospect_id'],
  );
  const names = properties.map(({ name }) => name).filter((name) => !name.endsWith('_prospect_id'));
  assert.deepEqual(names, Object.keys(dealValues(PROSPECT, 'solar')));
});

test('a deal is named by who and where, and a contact needs an e-mail', () => {
  assert.equal(dealName(PROSPECT), 'Anna Ek, Storgatan 1, Västerås');
  assert.equal(dealName({ email: 'a@example.se' }), 'a@example.se');
  assert.deepEqual(contactOf(PROSPECT), {
    email: 'anna@example.se',
    firstName: 'Anna',
    lastName: 'Ek',
    phone: '070-174 06 05',
  });
  assert.equal(contactOf({ ...PROSPECT, email: null }), null);
});
