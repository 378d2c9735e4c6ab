/** Houses use and save under hours made of the months of measured years what they did under those years. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtDefault } from '../../test/default-dataset.ts';
import { countWithin, housesOff, madeFigures, SUN_YEARS } from './sun-years.ts';

const { loaded } = await builtDefault();
const prices = loaded.prices ?? assert.fail('no prices');

for (const [i, year] of SUN_YEARS.entries()) {
  const made = madeFigures(prices, year);

  test(`year ${i + 1}: 26 of 30 figures of houses are within 1.0 point, 1.0 % and 4 %`, () => {
    const off = housesOff(made, year);
    assert.equal(off.flat().length, 30);
    assert.ok(countWithin(off) >= 26, JSON.stringify(off));
  });
}
