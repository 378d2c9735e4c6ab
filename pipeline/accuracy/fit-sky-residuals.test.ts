import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { erbsDiffuseFraction } from '#common/solar/diffuse-fraction.ts';
import { latitudeSun } from '#common/solar/latitude-sun.ts';
import { planeSums, STANDARD_MODEL } from '#common/solar/plane-sums.ts';
import { SKY_RESIDUALS } from '#common/solar/sky-residuals.ts';
import { PROJECT } from '../files/file-record.ts';
import { fitSeason, type MeasuredMonths } from './fit-sky-residuals.ts';
import {
  AZIMUTHS_DEG,
  MEASURED_PLANES,
  type MeasuredPlane,
  readPlaneSpread,
  TILTS_DEG,
} from './plane-spread.ts';

const measured = readPlaneSpread();
const STATION = { latDeg: measured.lat, ghiKwhM2: measured.ghi_kwh_m2 };
/** The measured months, which may not be copied into the project (fixtures/README.md). */
const MONTHS_PATH = join(PROJECT, '..', 'shared', 'measured', 'planes.json');
const skip = existsSync(MONTHS_PATH) ? false : `no measured months at ${MONTHS_PATH}`;

/** June of years of which the light is made up by a given law. */
function madeUpJunes(changes: number[], slopes: { diffuse: number; ends: number }): MeasuredMonths {
  const june = 5;
  const sun = latitudeSun(STATION.latDeg, STANDARD_MODEL.daysPerMonth, STANDARD_MODEL.stepsPerDay);
  const planes = Object.entries(MEASURED_PLANES) as [MeasuredPlane, number][];
  const out: MeasuredMonths = {
    ...{ m: [], ghi: [], kd: [], flat: [] },
    ...{ S40: [], S90: [], E40: [], E90: [], N40: [], N90: [] },
  };
  changes.forEach((change, i) => {
    const ghi = STATION.ghiKwhM2[june] * Math.exp(change);
    const erbs = erbsDiffuseFraction(ghi / sun.monthlyGhiExtraKwhM2[june], sun.erbsWinter[june]);
    const fraction = erbs * Math.exp(slopes.diffuse * change);
    const climate = {
      ghiKwhM2: Array(12).fill(ghi),
      diffuseFraction: Array(12).fill(fraction),
      temperatureC: Array(12).fill(8),
      beamMoves: Array(12).fill({ ends: slopes.ends * change, afternoon: 0 }),
    };
    const axes = { tiltsDeg: TILTS_DEG, azimuthsDeg: AZIMUTHS_DEG };
    const { poaKwhM2 } = planeSums(STATION.latDeg, climate, axes, STANDARD_MODEL);
    out.m.push(`${2001 + i}-06`);
    out.ghi.push(ghi);
    out.kd.push(ghi * fraction);
    out.flat.push(poaKwhM2[june * 9]);
    for (const [name, plane] of planes) out[name].push(poaKwhM2[june * 9 + plane]);
  });
  return out;
}

test('months made up by a law give the law back', () => {
  const slopes = { diffuse: -0.4, ends: -1 };
  const { residual, ratios } = fitSeason(
    madeUpJunes([-0.04, -0.01, 0.02, 0.03], slopes),
    STATION,
    'summer',
  );
  assert.ok(Math.abs(residual.diffuseSlope + 0.4) < 1e-9);
  assert.ok(Math.abs(residual.endsSlope + 1) < 0.05, `${residual.endsSlope}`);
  for (const scatter of [
    residual.diffuseScatter,
    residual.endsScatter,
    residual.afternoonScatter,
  ]) {
    assert.ok(scatter < 0.02, JSON.stringify(residual));
  }
  assert.ok(ratios.N90.ratio < ratios.S90.ratio);
});

test('the measured months give the residuals in use and the committed ratios', { skip }, () => {
  const months: MeasuredMonths = JSON.parse(readFileSync(MONTHS_PATH, 'utf8'));
  for (const half of ['summer', 'winter'] as const) {
    const { residual } = fitSeason(months, STATION, half);
    for (const [field, used] of Object.entries(SKY_RESIDUALS[half])) {
      const fitted = residual[field as keyof typeof residual];
      assert.ok(Math.abs(fitted - used) <= 0.005, `${half} ${field}: ${fitted}, in use ${used}`);
    }
  }
  for (const season of ['summer', 'winter', 'spring'] as const) {
    const { ratios, months: found } = fitSeason(months, STATION, season);
    assert.deepEqual(found, measured[season].months);
    for (const [plane, { ratio, low, high }] of Object.entries(measured[season].planes)) {
      const fitted = ratios[plane as MeasuredPlane];
      const off = [fitted.ratio - ratio, fitted.low - low, fitted.high - high].map(Math.abs);
      assert.ok(Math.max(...off) <= 0.0051, `${season} ${plane}: ${JSON.stringify(fitted)}`);
    }
  }
  const { aboutOwnMonths } = fitSeason(months, STATION, 'spring');
  for (const [plane, ratio] of Object.entries(measured.spring_about_own_months)) {
    const fitted = aboutOwnMonths[plane as MeasuredPlane];
    assert.ok(Math.abs(fitted - ratio) <= 0.0051, `spring ${plane}, about own months: ${fitted}`);
  }
});
