/** Houses use and save under hours made of the months of measured years what they did under those years. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPrices } from '../../../schemas/codec/read-artifact.ts';
import { builtDefault, PROJECT } from '../../test/default-dataset.ts';
import { deriveSunYear } from './derive-sun-year.ts';
import { countWithin, housesOff, madeFigures, SUN_YEARS } from './sun-years.ts';

/** The measured hours, which may not be copied into the project; see fixtures/README.md. */
const HOURS = join(PROJECT, '..', 'shared', 'measured');
const skip = existsSync(HOURS) ? false : `no measured hours in ${HOURS}`;

const { folder } = await builtDefault();
const prices = await readPrices(join(folder, 'prices.bin'));

for (const [i, year] of SUN_YEARS.entries()) {
  const made = madeFigures(prices, year);

  test(`year ${i + 1}: 26 of 30 figures of houses are within 1.0 point, 1.0 % and 4 %`, () => {
    const off = housesOff(made, year);
    assert.equal(off.flat().length, 30);
    assert.ok(countWithin(off) >= 26, JSON.stringify(off));
  });

  test(`year ${i + 1}: the record is what its measured hours come to`, { skip }, () => {
    const derived = deriveSunYear(prices, join(HOURS, `lyngby_hours_${'ab'[i]}.json`));
    assert.deepEqual(derived, year);
  });
}
