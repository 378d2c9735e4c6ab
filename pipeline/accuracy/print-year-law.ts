import { join } from 'node:path';
import { mean, quantileSorted } from 'd3-array';
import { skewNormalQuantiles } from '#common/skew-normal.ts';
import { PROJECT } from '../files/file-record.ts';
import { loadInterannualPlaces } from '../rasters/interannual.ts';
import { sampleSkewness, yearLaws } from '../rasters/year-law.ts';

const TENTH = 0.1;

/** Prints how single years lie about their mean at the places that list theirs, by the law and by the years. */
export function printYearLaw(): void {
  const { places } = loadInterannualPlaces(join(PROJECT, 'fixtures', 'interannual.json'));
  const laws = yearLaws(places);
  if (!laws)
    throw new Error('fixtures/interannual.json lists no years, expected those of each place.');
  const [normal] = skewNormalQuantiles(0, [TENTH]);
  console.log(
    "\nA year in ten gives less than the mean by, % of GHI: by the law (a normal one; the place's own years, at (n - 1) p + 1 and (n + 1) p)",
  );
  places.forEach(({ name, annual_sd_pct: sd, ghi_annual_by_year = {} }, i) => {
    const kwhM2 = Object.values(ghi_annual_by_year);
    const { skewness, trendPctPerDecade } = laws[i];
    const [law] = skewNormalQuantiles(skewness, [TENTH]);
    const own = ownTenths(kwhM2).map((pct) => pct.toFixed(1));
    console.log(
      `  ${name.padEnd(10)} ${(law * sd).toFixed(1)} (${(normal * sd).toFixed(1)}; ${own.join(' and ')})  skewness ${skewness.toFixed(2)} of ${sampleSkewness(kwhM2).toFixed(2)}, trend ${trendPctPerDecade.toFixed(1)} % a decade`,
    );
  });
}

/** The lowest tenth of the years by the two usual rules, percent from the mean. */
function ownTenths(kwhM2: readonly number[]): number[] {
  const middle = mean(kwhM2) ?? Number.NaN;
  const sorted = kwhM2.map((kwh) => 100 * (kwh / middle - 1)).sort((a, b) => a - b);
  const place = (sorted.length + 1) * TENTH - 1;
  const below = Math.floor(place);
  const wide = sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
  return [quantileSorted(sorted, TENTH) ?? Number.NaN, wide];
}
