import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertInvalid } from '../test/requests.ts';
import { readComparison } from './comparison.ts';

const assertRefused = (compare: unknown, field: string, message: RegExp) =>
  assertInvalid(readComparison, compare, field, message);

const ALL = ['self_consumption', 'arbitrage', 'peak_shaving', 'combined'];

test('by default all four strategies meet the sizes 0, 5, 10, 15 and 20', () => {
  assert.deepEqual(readComparison({}), {
    strategies: ALL,
    sizes_kwh: [0, 5, 10, 15, 20],
  });
});

test('strategies and sizes keep the order of the request', () => {
  const compare = { strategies: ['combined', 'arbitrage'], sizes_kwh: [20, 7.5, 0] };
  const { strategies, sizes_kwh } = readComparison(compare);
  assert.deepEqual(strategies, compare.strategies);
  assert.deepEqual(sizes_kwh, compare.sizes_kwh);
});

test('strategies are known and unique', () => {
  assertRefused({ strategies: ['greedy'] }, 'compare.strategies[0]', /one of self_consumption/);
  assertRefused({ strategies: ['combined', 'combined'] }, 'compare.strategies', /"combined" twice/);
});

test('sizes lie in 0..1000 and are unique', () => {
  assertRefused({ sizes_kwh: [5, -1] }, 'compare.sizes_kwh[1]', /from 0 to 1000/);
  assertRefused({ sizes_kwh: [1000.1] }, 'compare.sizes_kwh[0]', /from 0 to 1000/);
  assertRefused({ sizes_kwh: ['5'] }, 'compare.sizes_kwh[0]', /expected a number/);
  assertRefused({ sizes_kwh: [5, 5] }, 'compare.sizes_kwh', /has 5 twice, at \[0\] and \[1\]/);
});

test('sizes times strategies are 1 to 25 cells', () => {
  const sizes = (n: number) => Array.from({ length: n }, (_, i) => i);
  assert.equal(
    readComparison({ strategies: ['combined'], sizes_kwh: sizes(25) }).sizes_kwh.length,
    25,
  );
  assertRefused({ strategies: ['combined'], sizes_kwh: sizes(26) }, 'compare', /asks for 26 cells/);
  assertRefused({ sizes_kwh: sizes(7) }, 'compare', /28 cells \(7 sizes x 4 strategies\)/);
  assertRefused({ sizes_kwh: [] }, 'compare', /asks for 0 cells/);
  assertRefused({ strategies: [] }, 'compare', /asks for 0 cells/);
});

test('cost_sek_by_size: each key is one of the sizes, once', () => {
  const compare = { sizes_kwh: [5, 7.5, 10], cost_sek_by_size: { '10': 60000, '7.5': 50000 } };
  assert.deepEqual(readComparison(compare).cost_sek_by_size, compare.cost_sek_by_size);
  const spelled = { sizes_kwh: [10], cost_sek_by_size: { '10.0': 60000 } };
  assert.deepEqual(readComparison(spelled).cost_sek_by_size, { '10': 60000 });
  const costsOf = (key: string) => ({ sizes_kwh: [0, 5], cost_sek_by_size: { [key]: 1 } });
  assertRefused(costsOf('7'), 'compare.cost_sek_by_size.7', /no size of this comparison/);
  for (const key of ['', ' 5', '0x5', 'five', '-5']) {
    const expected = /not a key that fits, expected: One of the sizes, as a number like 7\.5\.$/;
    assertRefused(costsOf(key), `compare.cost_sek_by_size.${key}`, expected);
  }
  const twice = { sizes_kwh: [5], cost_sek_by_size: { '5': 1, '5.0': 2 } };
  assertRefused(twice, 'compare.cost_sek_by_size.5.0', /a size that has a cost already/);
});

test('a cost is a number from 0 to 1e8', () => {
  for (const cost of [-1, '1', null, 100_000_001]) {
    const compare = { sizes_kwh: [5], cost_sek_by_size: { '5': cost } };
    assertRefused(compare, 'compare.cost_sek_by_size.5', /expected a number from 0/);
  }
});
