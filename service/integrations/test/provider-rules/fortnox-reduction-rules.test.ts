import assert from 'node:assert/strict';
import type { TaxReduction } from '../../ports.ts';
import { ANNA, PARTS } from '../accounting-contract.ts';
import { assertKind } from '../assert-kind.ts';
import { FORTNOX_REDUCTION_RULES } from './fortnox-reduction-rules.ts';
import {
  invoiced,
  neverAsks,
  plain,
  rowOf,
  sendOrderReduction,
  start,
  type World,
  whole,
} from './fortnox-world.test-kit.ts';
import { type AdapterCase, testRules } from './rule-cases.test-kit.ts';

const amountOf = (sek: number): TaxReduction[] => [
  { ...PARTS[0], amounts: [{ type: 'SOLARCELLS', sek }] },
];

const CASES: Partial<Record<keyof typeof FORTNOX_REDUCTION_RULES, AdapterCase<World>>> = {
  async noReductionIsNull(world) {
    assert.equal((await plain(world)).read.reductionSek, 0);
  },
  async reductionCeiling(world) {
    const rows = [rowOf({ unitPriceOre: 1666_70, houseWorkType: 'SOLARCELLS' })];
    await invoiced(world, { rows }, amountOf(249));
  },
  loweredRows: (world) => neverAsks(world, 'PUT', /invoices/),
  async shortPersonalNumber(world) {
    await whole(world);
    world.fake.customers[0].OrganisationNumber = '7604120852';
    await assertKind('conflict', world.accounting.findCustomer(ANNA, true));
    assert.equal(await world.accounting.findCustomer(ANNA, false), '1');
    await assertKind('conflict', world.accounting.hasCustomer('1', true));
    assert.equal(await world.accounting.hasCustomer('1', false), true);
  },
  async postsOfOtherDocuments(world) {
    const { number } = await invoiced(world);
    await sendOrderReduction(world.fake);
    assert.deepEqual(await world.accounting.reductionsOf(number), []);
    await world.accounting.addReduction(number, PARTS[0]);
  },
  async personTwice(world) {
    await invoiced(world, {}, [...PARTS, ...PARTS]);
    assert.equal(world.fake.reductions.length, 2);
  },
  lastReductionStays: (world) => neverAsks(world, 'DELETE', /./),
};

testRules({
  provider: 'Fortnox, reductions',
  rules: FORTNOX_REDUCTION_RULES,
  start,
  whole,
  cases: CASES,
  unsettled: {
    reductionCeiling({ fake }) {
      fake.unsettled.ceilingOfDocument = true;
    },
  },
});
