import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mean } from 'd3-array';
import { latitudeSun } from '#solar/latitude-sun.ts';
import { STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { planeGeometry } from '#solar/plane-geometry.ts';
import { answersAt } from '#solar/year-spread.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { PROJECT } from '../../schemas/project.ts';

/** Planes whose spread was measured, with their index among those of `TILTS_DEG` and `AZIMUTHS_DEG`. */
const MEASURED_PLANES = { S40: 5, S90: 8, E40: 4, E90: 7, N40: 3, N90: 6 } as const;
const TILTS_DEG = [0, 40, 90];
const AZIMUTHS_DEG = [0, 90, 180];

type MeasuredPlane = keyof typeof MEASURED_PLANES;

/** Calendar months from 1: the halves to which the residuals of light are fitted, and a quarter to which they are not. */
const SEASONS = {
  summer: [4, 5, 6, 7, 8, 9],
  winter: [10, 11, 12, 1, 2, 3],
  spring: [3, 4, 5],
} as const;

type Season = keyof typeof SEASONS;

/** A measured ratio of spreads, with the interval of 95 % of resampled sets of months. */
interface MeasuredRatio {
  ratio: number;
  low: number;
  high: number;
}

interface MeasuredSeason {
  /** Calendar months from 1, each as often as it was measured. */
  months: number[];
  /** Spread of the months' irradiation. */
  ghi_sd_pct: number;
  planes: Record<MeasuredPlane, MeasuredRatio>;
}

/** `fixtures/plane-spread.json`. */
type PlaneSpread = {
  lat: number;
  ghi_kwh_m2: number[];
} & Record<Season, MeasuredSeason>;

function readPlaneSpread(): PlaneSpread {
  return JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'plane-spread.json'), 'utf8'));
}

/**
 * Spread of each measured plane's light relative to the flat one's, by the kernel at the place and in the months of
 * the measurement.
 */
function modelledRatios(measured: PlaneSpread, season: Season): Record<MeasuredPlane, number> {
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
  const entries = Object.entries(MEASURED_PLANES).map(([name, plane]) => [
    name,
    Math.sqrt(variance(plane) / variance(0)),
  ]);
  return Object.fromEntries(entries) as Record<MeasuredPlane, number>;
}

const measured = readPlaneSpread();

test('in both halves of the year and in spring every plane varies as measured, within 95 % of resampled months', () => {
  for (const season of ['summer', 'winter', 'spring'] as const) {
    const modelled = modelledRatios(measured, season);
    for (const [plane, { ratio, low, high }] of Object.entries(measured[season].planes)) {
      const found = modelled[plane as MeasuredPlane];
      assert.ok(low <= found && found <= high, `${season} ${plane}: ${found}, measured ${ratio}`);
    }
  }
});
