/** Tests that hold for every CRM behind the port. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crm, DealProperty } from '../ports.ts';
import { assertKind } from './assert-kind.ts';

/** A CRM to test, and the parts of it that the port does not show. */
export interface CrmUnderTest {
  crm: Crm;
  /** A property's value in the CRM. Empty when there is none. */
  propertyOf(dealId: string, property: string): Promise<string>;
  contactsOf(dealId: string): Promise<string[]>;
  deleteDeal(dealId: string): Promise<void>;
  /** Carries the next POST out and drops its answer. */
  dropNextAnswer(): void;
  /** Refuses the next call as one too many, with the seconds to wait. */
  limitNextCall(seconds: number): void;
  /** The account with wrong credentials. */
  stranger: Crm;
}

export const PROPERTIES: readonly DealProperty[] = [
  { name: 'solar_prospect_id', label: 'Prospect', kind: 'text', isUnique: true },
  { name: 'solar_total_kw', label: 'Total kW', kind: 'number', isUnique: false },
  { name: 'solar_address', label: 'Address', kind: 'text', isUnique: false },
];
const ANNA = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Ek', phone: '0701234567' };

/** @param name the CRM's name, for the tests' names */
export function crmContract(name: string, start: () => Promise<CrmUnderTest>): void {
  test(`${name}: a contact is found by e-mail once it is made, and made once`, async () => {
    const { crm } = await start();
    await crm.setUp(PROPERTIES);
    assert.equal(await crm.findContact(ANNA.email), null);
    const id = await crm.createContact(ANNA);
    assert.equal(await crm.findContact(ANNA.email), id);
    const [one, other] = await Promise.all([
      crm.createContact({ ...ANNA, email: 'bo@example.com' }),
      crm.createContact({ ...ANNA, email: 'bo+1@example.com' }),
    ]);
    assert.notEqual(one, other);
    assert.equal(await crm.createContact(ANNA), id, 'somebody else was first');
    const eva = { ...ANNA, email: 'eva@example.com' };
    const [first, second] = await Promise.all([crm.createContact(eva), crm.createContact(eva)]);
    assert.equal(first, second, 'two at a time');
  });

  test(`${name}: a prospect has one deal, with the contact and its values`, async () => {
    const { crm, propertyOf, contactsOf } = await start();
    await crm.setUp(PROPERTIES);
    await crm.setUp(PROPERTIES);
    const contact = await crm.createContact(ANNA);
    assert.equal(await crm.findDeal('p-1'), null);
    const values = { solar_total_kw: '10.4', solar_address: 'Storgatan 1, Åmål' };
    const deal = await crm.createDeal('p-1', 'Anna Ek', values, contact);
    assert.equal(await crm.findDeal('p-1'), deal);
    assert.equal(await crm.findDeal('p-10'), null, 'no part of a key is the key');
    assert.equal(await propertyOf(deal, 'solar_total_kw'), '10.4');
    assert.equal(await propertyOf(deal, 'solar_address'), 'Storgatan 1, Åmål');
    assert.deepEqual(await contactsOf(deal), [contact]);
    assert.equal(await crm.createDeal('p-1', 'Anna Ek', values, contact), deal);
  });

  test(`${name}: an update touches its values alone, an empty one clears`, async () => {
    const { crm, propertyOf } = await start();
    await crm.setUp(PROPERTIES);
    const contact = await crm.createContact(ANNA);
    const values = { solar_total_kw: '10.4', solar_address: 'Storgatan 1' };
    const deal = await crm.createDeal('p-2', 'Anna Ek', values, contact);
    await crm.updateDeal(deal, { solar_total_kw: '12' });
    assert.equal(await propertyOf(deal, 'solar_total_kw'), '12');
    assert.equal(await propertyOf(deal, 'solar_address'), 'Storgatan 1');
    await crm.updateDeal(deal, { solar_address: '' });
    assert.equal(await propertyOf(deal, 'solar_address'), '');
    assert.equal(await propertyOf(deal, 'solar_total_kw'), '12');
    assert.equal(await crm.findDeal('p-2'), deal);
  });

  test(`${name}: associating is the same twice`, async () => {
    const { crm, contactsOf } = await start();
    await crm.setUp(PROPERTIES);
    const anna = await crm.createContact(ANNA);
    const bo = await crm.createContact({ ...ANNA, email: 'bo@example.com', firstName: 'Bo' });
    const deal = await crm.createDeal('p-3', 'Anna Ek', {}, anna);
    await crm.associate(deal, bo);
    await crm.associate(deal, bo);
    assert.ok((await contactsOf(deal)).includes(bo));
  });

  test(`${name}: a deal that somebody deleted is not found`, async () => {
    const { crm, deleteDeal } = await start();
    await crm.setUp(PROPERTIES);
    const deal = await crm.createDeal('p-4', 'Anna Ek', {}, await crm.createContact(ANNA));
    await deleteDeal(deal);
    assert.equal(await crm.findDeal('p-4'), null);
    await assertKind('not_found', crm.updateDeal(deal, { solar_total_kw: '1' }));
  });

  test(`${name}: what was made under a lost answer is found, not made twice`, async () => {
    const { crm, dropNextAnswer } = await start();
    await crm.setUp(PROPERTIES);
    dropNextAnswer();
    await crm.createContact(ANNA).catch((error) => assert.equal(error.kind, 'outcome_unknown'));
    const contact = (await crm.findContact(ANNA.email)) ?? assert.fail('it was made');
    dropNextAnswer();
    const deal = await crm
      .createDeal('p-5', 'Anna Ek', {}, contact)
      .catch((error) => assert.equal(error.kind, 'outcome_unknown'));
    const found = await crm.findDeal('p-5');
    assert.ok(found !== null && (deal === undefined || deal === found));
    assert.equal(await crm.createDeal('p-5', 'Anna Ek', {}, contact), found);
  });

  test(`${name}: a contact without an e-mail is found by its deal, also after a lost answer`, async () => {
    const { crm, contactsOf, dropNextAnswer } = await start();
    await crm.setUp(PROPERTIES);
    const deal = await crm.createDeal('p-6', 'Anna Ek', {}, null);
    assert.equal((await crm.readDeal(deal)).contactId, null);
    dropNextAnswer();
    await assertKind('outcome_unknown', crm.createContact({ ...ANNA, email: '' }, deal));
    const { contactId } = await crm.readDeal(deal);
    assert.ok(contactId !== null, 'it was made');
    assert.deepEqual(await contactsOf(deal), [contactId]);
    const other = await crm.createDeal('p-7', 'Anna Ek', {}, null);
    const second = await crm.createContact({ ...ANNA, email: '' }, other);
    assert.notEqual(second, contactId, 'another of the same name and number');
    assert.deepEqual(await contactsOf(other), [second]);
  });

  test(`${name}: the amount of a deal is read as it was set, and a deleted deal is told`, async () => {
    const { crm, deleteDeal } = await start();
    await crm.setUp(PROPERTIES);
    const deal = await crm.createDeal('p-8', 'Anna Ek', {}, await crm.createContact(ANNA));
    assert.equal((await crm.readDeal(deal)).amountOre, null);
    await crm.moveDeal(deal, { stage: null, amountOre: 215_000_50 });
    assert.equal((await crm.readDeal(deal)).amountOre, 215_000_50);
    await deleteDeal(deal);
    await assertKind('not_found', crm.readDeal(deal));
  });

  test(`${name}: a call too many is told with the time to wait, and did nothing`, async () => {
    const { crm, limitNextCall } = await start();
    const tooMany = { kind: 'rate_limited', retryAfterMs: 7_000 };
    limitNextCall(7);
    await assert.rejects(crm.check(), tooMany);
    await crm.check();
    limitNextCall(7);
    await assert.rejects(crm.createContact(ANNA), tooMany);
    assert.equal(await crm.findContact(ANNA.email), null);
  });

  test(`${name}: wrong credentials are told apart`, async () => {
    const { crm, stranger } = await start();
    await crm.check();
    await assertKind('auth', stranger.check());
  });
}
