import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { readMeasuredYear } from './measured-sky.ts';
import { monthSums } from './month-sums.ts';
import { faceHours } from './roofs.ts';
import { sunFigures } from './sun-years.ts';

/** Derives what fixtures/measured-years.json keeps of a year of measured hours. @param path as `readMeasuredYear` takes it */
export function deriveSunYear(prices: PricesArtifact, path: string) {
  const { months, sky } = readMeasuredYear(path);
  const monthsOf = (name: 'south' | 'east' | 'west') => round(monthSums(faceHours(sky, name)), 1);
  const { tails, houses } = sunFigures(prices, sky);
  return {
    ...months,
    ghi_kwh_m2: round(months.ghi_kwh_m2, 1),
    diffuse_fraction: round(months.diffuse_fraction, 3),
    face_kwh_kwp: { south: monthsOf('south'), east: monthsOf('east'), west: monthsOf('west') },
    tails: {
      hour_correlation: round([tails.hour_correlation], 3)[0],
      ramp_99: round([tails.ramp_99], 4)[0],
      dull_run_days: tails.dull_run_days,
      dullest_week: round([tails.dullest_week], 4)[0],
    },
    houses: houses.map((figures) => round(figures, 2)),
  };
}

function round(values: readonly number[], decimals: number): number[] {
  return values.map((value) => Number(value.toFixed(decimals)));
}
