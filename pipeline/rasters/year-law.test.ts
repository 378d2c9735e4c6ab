import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { mean } from 'd3-array';
import { skewNormalQuantiles } from '#common/skew-normal.ts';
import { PROJECT } from '../files/file-record.ts';
import { loadInterannualPlaces } from './interannual.ts';
import { sampleSkewness, yearLaws } from './year-law.ts';

const { places } = loadInterannualPlaces(join(PROJECT, 'fixtures', 'interannual.json'));
const laws = yearLaws(places) ?? assert.fail('no laws');
const stockholm = places.findIndex(({ name }) => name === 'Stockholm');

test("skewness and trend of Stockholm's published years are those of SciPy and NumPy", () => {
  const years = Object.values(places[stockholm].ghi_annual_by_year ?? {});
  assert.ok(Math.abs(sampleSkewness(years) - 1.49) < 0.005);
  assert.ok(Math.abs(laws[stockholm].trendPctPerDecade - 4.86) < 0.005);
});

test('a skewness keeps 0.70 of itself after sixteen years, and stays one that the law can have', () => {
  // 1 - 0.3184 / mean(0.10^2, 1.44^2, 1.49^2, 0.04^2), with 0.3184 = 6 x 16 x 15 / (14 x 17 x 19).
  const found = laws.map(({ skewness }) => skewness);
  const own = places.map(({ ghi_annual_by_year = {} }) =>
    sampleSkewness(Object.values(ghi_annual_by_year)),
  );
  const luleå = places.findIndex(({ name }) => name === 'Luleå');
  assert.ok(Math.abs(found[luleå] / own[luleå] - 0.7) < 0.01, `${found} ${own}`);
  assert.equal(found[stockholm], 0.95);
});

test('the lowest tenth by the law lies between that of a normal law and the one of the years themselves', () => {
  const [normal] = skewNormalQuantiles(0, [0.1]);
  const [law] = skewNormalQuantiles(laws[stockholm].skewness, [0.1]);
  const pct = law * places[stockholm].annual_sd_pct;
  assert.ok(normal * places[stockholm].annual_sd_pct < pct && pct < -3.1, `${pct}`);
});

test('of the 64 published years about as many lie below and above each quantile as it says', () => {
  const shares = [0.1, 0.25, 0.5, 0.75, 0.9];
  const below = shares.map((share) => {
    let count = 0;
    places.forEach(({ ghi_annual_by_year = {}, annual_sd_pct }, i) => {
      const years = Object.values(ghi_annual_by_year);
      const [deviations] = skewNormalQuantiles(laws[i].skewness, [share]);
      const limit = (mean(years) ?? 0) * (1 + (deviations * annual_sd_pct) / 100);
      count += years.filter((year) => year < limit).length;
    });
    return count;
  });
  // The four places share their weather: sixteen years are known, of which two deviations of a count are 2 sqrt(16 p q) x 4.
  shares.forEach((share, i) => {
    const reach = 8 * Math.sqrt(16 * share * (1 - share));
    assert.ok(Math.abs(below[i] - 64 * share) <= reach, `${share}: ${below[i]}`);
  });
});

test('normal years of enough places keep no skewness, and places without years have no law', () => {
  const symmetric = {
    2001: 90,
    2002: 95,
    2003: 99,
    2004: 100,
    2005: 100,
    2006: 101,
    2007: 105,
    2008: 110,
  };
  const [law] =
    yearLaws([{ ...places[0], ghi_annual_by_year: symmetric }]) ?? assert.fail('no law');
  assert.equal(Math.abs(law.skewness), 0);
  const { ghi_annual_by_year: _, ...bare } = places[0];
  assert.equal(yearLaws([places[1], bare]), null);
});
