/** The market's quarter hours, by figures that were worked out from them: they run where the hours themselves may not be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR_MS, localHour, localYearStartMs } from '#clock/stockholm-time.ts';
import { publishedProfile } from '../../../fixtures/spot/spot-archive.ts';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { hourlyMeans } from './hourly-series.ts';
import { spotPrice } from './prices.test-kit.ts';
import { monthHourProfile } from './read-spot-year.ts';
import type { SpotPrice } from './spot-price.ts';

const PATH = join(PROJECT, 'fixtures', 'spot', 'quarter-means-2025q4.csv');
const QUARTER_MS = HOUR_MS / 4;
/** Hours of October to December 2025 by the Swedish clock, one of them twice. */
const HOURS = 92 * 24 + 1;

/** Means by area, month and quarter of the day, as the file has them. */
const means = new Map(
  readFileSync(PATH, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([area, month, ...sekPerKwh]) => [`${area} ${month}`, sekPerKwh.map(Number)]),
);

/** The quarter hours from 1 October on, each at the mean of its place on the clock. */
function quarters(): SpotPrice[] {
  const end = localYearStartMs(2026);
  const starts = Array.from({ length: 4 * HOURS }, (_, i) => end - (i + 1) * QUARTER_MS);
  return starts.reverse().flatMap((startMs) => {
    const { month, hour } = localHour(startMs);
    const quarter = 4 * hour + (startMs % HOUR_MS) / QUARTER_MS;
    return PRICE_AREAS.map((area) => {
      const sekPerKwh = means.get(`${area} ${month + 1}`)?.[quarter] ?? Number.NaN;
      return spotPrice(area, startMs, 15, sekPerKwh);
    });
  });
}

test('quarter hours of the fourth quarter give its published means by month and clock hour', () => {
  const { sekPerKwh, hoursMissing } = monthHourProfile(hourlyMeans(quarters(), { year: 2025 }));
  let compared = 0;
  publishedProfile().forEach((published, i) => {
    const month = Math.floor(i / CLOCK_HOURS) % MONTHS;
    if (month < 9) return;
    assert.ok(Math.abs(sekPerKwh[i] - published) <= 1e-4, `[${i}]: ${sekPerKwh[i]}, ${published}`);
    assert.equal(hoursMissing[Math.floor(i / CLOCK_HOURS)], 0);
    compared++;
  });
  assert.equal(compared, PRICE_AREAS.length * 3 * CLOCK_HOURS);
});
