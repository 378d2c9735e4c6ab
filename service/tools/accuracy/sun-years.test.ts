/** Hours made of the months of measured years have their tails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeTails, SUN_YEARS } from './sun-years.ts';

for (const [i, year] of SUN_YEARS.entries()) {
  const made = madeTails(year);
  const ratio = (name: 'ramp_99' | 'dullest_week') => made[name] / year.tails[name];

  test(`year ${i + 1}: hours follow each other as measured ones do`, () => {
    const { hour_correlation } = made;
    assert.ok(Math.abs(hour_correlation - 0.8) <= 0.05, `${hour_correlation}`);
    assert.ok(Math.abs(ratio('ramp_99') - 1) <= 0.06, `${ratio('ramp_99')}`);
  });

  test(`year ${i + 1}: dull days come in runs as long as measured ones`, () => {
    const { dull_run_days } = made;
    assert.ok(dull_run_days >= 7 && dull_run_days <= 11, `${dull_run_days}`);
    assert.ok(Math.abs(ratio('dullest_week') - 1) <= 0.25, `${ratio('dullest_week')}`);
  });
}
