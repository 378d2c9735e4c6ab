/** Light past walls, valleys and rings, by the sun sought every minute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hayDavies } from '#solar/sky-models.ts';
import { declinationRad, equationOfTimeMinutes, radians } from '#solar/sun-position.ts';
import { DAYS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { evenly } from '../../../../schemas/test/evenly.ts';
import { hiddenSky, horizonOf } from './horizon.ts';
import { ringHorizon, valleyHorizon, wallHorizon } from './horizon-shapes.test-kit.ts';
import { setAoiProjections } from './hourly-plane.ts';
import { emptyHourlySky, setHourlySky } from './hourly-sky.ts';
import { emptyObstruction, obstructSky } from './obstructed-sky.ts';

const LAT = 59.33;
const LNG = 18.07;
const GHI = [8.9, 24.8, 71.2, 121.6, 162.8, 177.8, 171.9, 132.8, 83.8, 39.3, 12.4, 5.4];
const DIFFUSE = [0.68, 0.61, 0.55, 0.51, 0.45, 0.48, 0.46, 0.48, 0.49, 0.59, 0.68, 0.73];
const CLIMATE = { ghiKwhM2: GHI, diffuseFraction: DIFFUSE, temperatureC: Array(12).fill(8) };

const sky = emptyHourlySky();
setHourlySky(LAT, LNG, CLIMATE, hayDavies, sky);
const own = emptyObstruction();

const months = <T>(of: (first: number, end: number, month: number) => T) =>
  GHI.map((_, month) => of(MONTH_START[month], MONTH_START[month + 1], month));
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);

/** Irradiation of a plane in each month, kWh/m2, the sun looked for every minute. */
function byTheMinute(heightsDeg: number[], tiltDeg: number, azimuthDeg: number): number[] {
  const [tilt, azimuth] = [radians(tiltDeg), radians(azimuthDeg)];
  const horizon = horizonOf(heightsDeg);
  const open = (1 + Math.cos(tilt)) / 2 - hiddenSky(horizon, tilt, azimuth);
  const openFlat = 1 - hiddenSky(horizon, 0, 0);
  const reflected = (0.2 * (1 - Math.cos(tilt))) / 2;
  const step = 360 / heightsDeg.length;
  const hours = new Float64Array(HOURS);
  for (let t = 0; t < HOURS; t++) {
    const day = Math.floor(t / 24) + 1;
    const declination = declinationRad(day);
    const noon = 13 - LNG / 15 - equationOfTimeMinutes(day) / 60;
    let plane = 0;
    let flat = 0;
    for (let minute = 0; minute < 60; minute++) {
      const angle = radians(15 * ((t % 24) + (minute + 0.5) / 60 - noon));
      const east = -Math.cos(declination) * Math.sin(angle);
      const north =
        Math.cos(radians(LAT)) * Math.sin(declination) -
        Math.sin(radians(LAT)) * Math.cos(declination) * Math.cos(angle);
      const up =
        Math.sin(radians(LAT)) * Math.sin(declination) +
        Math.cos(radians(LAT)) * Math.cos(declination) * Math.cos(angle);
      const at = (((Math.atan2(east, north) * 180) / Math.PI + 360) % 360) / step;
      const before = heightsDeg[Math.floor(at)];
      const after = heightsDeg[Math.ceil(at) % heightsDeg.length];
      const height = before + (at % 1) * (after - before);
      if (up <= Math.max(0, Math.sin(radians(height)))) continue;
      const level = Math.sin(azimuth) * east + Math.cos(azimuth) * north;
      plane += Math.max(0, Math.sin(tilt) * level + Math.cos(tilt) * up) / 60;
      flat += up / 60;
    }
    const ground = sky.directKwhM2[t] * flat + sky.isotropicKwhM2[t] * openFlat;
    hours[t] = sky.directKwhM2[t] * plane + sky.isotropicKwhM2[t] * open + ground * reflected;
  }
  return months((first, end) => sum(hours.subarray(first, end)));
}

test('irradiation of planes past horizons is that of every minute, the year to 0.3 %, months to 1 %', () => {
  const towers = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 25 : 3));
  for (const heightsDeg of [ringHorizon(5), valleyHorizon(20), wallHorizon(90, 45), towers]) {
    for (const [tiltDeg, azimuthDeg] of [
      [0, 180],
      [40, 180],
      [30, 90],
      [90, 225],
    ]) {
      const tilt = radians(tiltDeg);
      const past = obstructSky(sky, horizonOf(heightsDeg), own);
      const poa = new Float64Array(HOURS);
      setAoiProjections(past.sun, tilt, radians(azimuthDeg), poa);
      const open = (1 + Math.cos(tilt)) / 2 - hiddenSky(past.horizon, tilt, radians(azimuthDeg));
      const found = months((first, end) => {
        let total = 0;
        for (let t = first; t < end; t++) {
          total += poa[t] * past.directKwhM2[t] + past.isotropicKwhM2[t] * open;
          total += (0.2 * past.ghiKwhM2[t] * (1 - Math.cos(tilt))) / 2;
        }
        return total;
      });
      const expected = byTheMinute(heightsDeg, tiltDeg, azimuthDeg);
      const off = sum(found) / sum(expected) - 1;
      assert.ok(Math.abs(off) < 0.003, `${tiltDeg} ${azimuthDeg}: ${off}`);
      found.forEach((kwhM2, month) => {
        const apart = kwhM2 / expected[month] - 1;
        assert.ok(Math.abs(apart) < 0.01, `${tiltDeg} ${azimuthDeg}, ${month}: ${apart}`);
      });
    }
  }
});

test('a horizon takes light from no hour that a lower one leaves dark, and a well takes all of it', () => {
  const heights = fc.array(evenly(0, 60), { minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(heights, evenly(0, 20), (lower, more) => {
      const low = obstructSky(sky, horizonOf(lower), own).ghiKwhM2.slice();
      const high = obstructSky(sky, horizonOf(lower.map((one) => one + more)), own).ghiKwhM2;
      for (let t = 0; t < HOURS; t++) {
        assert.ok(high[t] <= low[t] + 1e-12 && low[t] <= sky.ghiKwhM2[t] + 1e-12);
      }
    }),
    { numRuns: 20 },
  );
  const well = obstructSky(sky, horizonOf(ringHorizon(90)), own);
  assert.ok(well.ghiKwhM2.every((kwhM2) => kwhM2 < 1e-12));
  assert.equal(sum(well.sun.seen), 0);
  assert.equal(sky.clearness.length, DAYS);
});
