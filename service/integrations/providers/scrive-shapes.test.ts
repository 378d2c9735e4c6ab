import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SigneeRef } from '../ports.ts';
import { internationalNumber, partiesOf, partyId } from './scrive-shapes.ts';

const party = (id: string, name: string, email: string, more: object = {}) => ({
  id,
  is_author: false,
  signatory_role: 'signing_party',
  fields: [
    { type: 'name', order: 1, value: name.split(' ')[0] },
    { type: 'name', order: 2, value: name.split(' ')[1] },
    { type: 'email', value: email },
  ],
  ...more,
});
const signee = (id: string, name: string, email = 'anna@example.com') => {
  return { id, name, email, providerId: null };
};
const VIEWER = { signatory_role: 'viewer', is_signatory: false };
const AUTHOR = party('1', 'Sol Firman', 'info@example.com', { ...VIEWER, is_author: true });
const ANNA = party('2', 'Anna Ek', 'Anna@example.com');
const BO = party('3', 'Bo Ek', 'bo@example.com');

const idsOf = (parties: object[], ...signees: SigneeRef[]) =>
  Object.fromEntries([...partiesOf({ parties }, signees)].map(([id, one]) => [id, partyId(one)]));

test('signees are found in any order, and behind other parties', () => {
  const viewer = party('4', 'Siv Säljare', 'siv@example.com', VIEWER);
  const wanted = { 's-1': '2', 's-2': '3' };
  const signees = [signee('s-1', 'Anna Ek'), signee('s-2', 'Bo Ek', 'bo@example.com')];
  assert.deepEqual(idsOf([AUTHOR, viewer, ANNA, BO], ...signees), wanted);
  assert.deepEqual(idsOf([viewer, BO, ANNA, AUTHOR], ...signees), wanted);
});

test('a viewer with a signee’s e-mail is not the signee', () => {
  const copy = party('4', 'Anna Ek', 'anna@example.com', VIEWER);
  assert.deepEqual(idsOf([AUTHOR, copy, ANNA], signee('s-1', 'Anna Ek')), { 's-1': '2' });
});

test('two who share an e-mail are distinguished by their names', () => {
  const shared = party('3', 'Bo Ek', 'anna@example.com');
  const signees = [signee('s-1', 'Anna Ek'), signee('s-2', 'Bo Ek')];
  assert.deepEqual(idsOf([shared, ANNA], ...signees), { 's-1': '2', 's-2': '3' });
});

test('once Scrive’s id is known only it counts, though people change the e-mail', () => {
  const renamed = party('2', 'Anna Ek', 'other@example.com');
  const newcomer = party('9', 'Anna Ek', 'anna@example.com');
  const known = { ...signee('s-1', 'Anna Ek'), providerId: '2' };
  assert.deepEqual(idsOf([newcomer, renamed], known), { 's-1': '2' });
  assert.deepEqual(idsOf([newcomer], known), {}, 'nobody else signs in her place');
});

test('who is not there is left out', () => {
  assert.deepEqual(idsOf([AUTHOR, BO], signee('s-1', 'Anna Ek')), {});
});

test('numbers are those of ITU-T E.164, Swedish ones where no country is written', () => {
  // PTS's numbers for fiction: 070-174 06 05 to 99, 08-465 004 00 to 99.
  for (const phone of [
    '070-174 06 05',
    '+46 70 174 06 05',
    '0046701740605',
    '+46 (0)70-174 06 05',
  ]) {
    assert.equal(internationalNumber(phone), '+46701740605', phone);
  }
  assert.equal(internationalNumber('08-465 004 00'), '+46846500400');
  assert.equal(internationalNumber('+47 22 12 34 56'), '+4722123456');
  for (const phone of ['', '070', 'ring mig', '701740605', '+46 70 174 06 05 ankn 12']) {
    assert.equal(internationalNumber(phone), null, phone);
  }
});
