/** Houses use and save under hours made of the months of measured years what they did under those years. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPrices } from '../../../schemas/codec/read-artifact.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { countWithin, housesOff, madeFigures, SUN_YEARS } from './sun-years.ts';

const { folder } = await builtDefault();
const prices = await readPrices(join(folder, 'prices.bin'));

for (const [i, year] of SUN_YEARS.entries()) {
  const made = madeFigures(prices, year);

  test(`year ${i + 1}: 26 of 30 figures of houses are within 1.0 point, 1.0 % and 4 %`, () => {
    const off = housesOff(made, year);
    assert.equal(off.flat().length, 30);
    assert.ok(countWithin(off) >= 26, JSON.stringify(off));
  });
}
