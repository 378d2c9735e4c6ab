import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partiesOf, partyId } from './scrive-shapes.ts';

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
const signee = (id: string, name: string, email: string, providerId: string | null = null) => ({
  id,
  name,
  email,
  providerId,
});
const VIEWER = { signatory_role: 'viewer', is_signatory: false };
const AUTHOR = party('1', 'Sol Firman', 'info@example.com', { ...VIEWER, is_author: true });
const ANNA = party('2', 'Anna Ek', 'Anna@example.com');
const BO = party('3', 'Bo Ek', 'bo@example.com');

const idsOf = (parties: object[], ...signees: ReturnType<typeof signee>[]) =>
  Object.fromEntries([...partiesOf({ parties }, signees)].map(([id, one]) => [id, partyId(one)]));

test('signees are found in any order, and behind other parties', () => {
  const viewer = party('4', 'Siv Säljare', 'siv@example.com', VIEWER);
  const wanted = { 's-1': '2', 's-2': '3' };
  const signees = [
    signee('s-1', 'Anna Ek', 'anna@example.com'),
    signee('s-2', 'Bo Ek', 'bo@example.com'),
  ];
  assert.deepEqual(idsOf([AUTHOR, viewer, ANNA, BO], ...signees), wanted);
  assert.deepEqual(idsOf([viewer, BO, ANNA, AUTHOR], ...signees), wanted);
});

test('a viewer with a signee’s e-mail is not the signee', () => {
  const copy = party('4', 'Anna Ek', 'anna@example.com', VIEWER);
  assert.deepEqual(idsOf([AUTHOR, copy, ANNA], signee('s-1', 'Anna Ek', 'anna@example.com')), {
    's-1': '2',
  });
});

test('two who share an e-mail are distinguished by their names', () => {
  const shared = party('3', 'Bo Ek', 'anna@example.com');
  const anna = signee('s-1', 'Anna Ek', 'anna@example.com');
  const bo = signee('s-2', 'Bo Ek', 'anna@example.com');
  assert.deepEqual(idsOf([shared, ANNA], anna, bo), { 's-1': '2', 's-2': '3' });
});

test('once Scrive’s id is known only it counts, though people change the e-mail', () => {
  const renamed = party('2', 'Anna Ek', 'other@example.com');
  const newcomer = party('9', 'Anna Ek', 'anna@example.com');
  const known = signee('s-1', 'Anna Ek', 'anna@example.com', '2');
  assert.deepEqual(idsOf([newcomer, renamed], known), { 's-1': '2' });
  assert.deepEqual(idsOf([newcomer], known), {}, 'nobody else signs in her place');
});

test('who is not there is left out', () => {
  assert.deepEqual(idsOf([AUTHOR, BO], signee('s-1', 'Anna Ek', 'anna@example.com')), {});
});
