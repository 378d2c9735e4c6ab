/** How planes vary from year to year, against fixtures/plane-spread.json. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean } from 'd3-array';
import { latitudeSun } from '#solar/latitude-sun.ts';
import { STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { planeGeometry } from '#solar/plane-geometry.ts';
import { answersAt } from '#solar/year-spread.ts';
import measured from '../../fixtures/plane-spread.json' with { type: 'json' };
import { MONTHS } from '../../schemas/codec/axes.ts';

const TILTS_DEG = [0, 40, 90];
const AZIMUTHS_DEG = [0, 90, 180];
/** Planes whose spread was measured, with their index among those of the tilts and azimuths. */
const PLANES = { S40: 5, S90: 8, E40: 4, E90: 7, N40: 3, N90: 6 };

/** The halves of the year to which the residuals of light are fitted, and a quarter to which they are not. */
type Season = 'summer' | 'winter' | 'spring';

/**
 * Spread of each plane's light relative to the flat one's, by the kernel at the place and in the months of the
 * measurement.
 */
function modelledRatio(season: Season): (plane: number) => number {
  const { months, ghi_sd_pct } = measured[season];
  const sun = latitudeSun(measured.lat, STANDARD_MODEL.daysPerMonth, STANDARD_MODEL.stepsPerDay);
  const planes = planeGeometry(sun, TILTS_DEG, AZIMUTHS_DEG);
  const place = {
    ghiKwhM2: measured.ghi_kwh_m2,
    temperatureC: Array(MONTHS).fill(Number.NaN),
    annualSdPct: ghi_sd_pct,
    monthlySdPct: Array(MONTHS).fill(ghi_sd_pct),
  };
  const { moved, scattered, yields } = answersAt(planes, place, STANDARD_MODEL, 'poaKwhM2');
  const count = TILTS_DEG.length * AZIMUTHS_DEG.length;
  const variance = (plane: number) =>
    mean(months, (month) => {
      const at = (month - 1) * count + plane;
      return (moved[at] ** 2 + scattered[at]) / yields[at] ** 2;
    }) ?? Number.NaN;
  return (plane) => Math.sqrt(variance(plane) / variance(0));
}

test('in both halves of the year and in spring every plane varies as measured, within 95 % of resampled months', () => {
  for (const season of ['summer', 'winter', 'spring'] as const) {
    const modelled = modelledRatio(season);
    for (const [name, { ratio, low, high }] of Object.entries(measured[season].planes)) {
      const found = modelled(PLANES[name as keyof typeof PLANES]);
      assert.ok(low <= found && found <= high, `${season} ${name}: ${found}, measured ${ratio}`);
    }
  }
});
