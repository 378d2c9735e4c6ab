import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDaySteps, splitDay } from './day-profile.ts';
import { latitudeSun } from './latitude-sun.ts';

const LATITUDES = [55.25, 60, 65, 66.5, 67.5, 69.1];

/** Every lit day of the model year at some latitudes, with some diffuse fractions and clearness indexes. */
function* days() {
  for (const lat of LATITUDES) {
    const sun = latitudeSun(lat, 3, 24);
    for (let month = 0; month < 12; month++) {
      for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
        if (sun.dayShare[day] === 0) continue;
        for (const clearness of [0.1, 0.3, 0.55, 0.75]) {
          const month0 = sun.monthlyGhiExtraKwhM2[month];
          const ghiKwhM2 = clearness * month0 * sun.dayShare[day];
          for (const kd of [0, 0.3, 0.6, 1]) yield { lat, sun, day, ghiKwhM2, kd };
        }
      }
    }
  }
}

function sums(sun: ReturnType<typeof latitudeSun>, day: number, ghiKwhM2: number, kd: number) {
  const out = emptyDaySteps(sun.stepsPerDay);
  splitDay(sun, day, ghiKwhM2, kd, out);
  let beam = 0;
  let diffuse = 0;
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const sinH = sun.cosSolarZenith[day * sun.stepsPerDay + k];
    beam += out.dniKwhM2[k] * sinH;
    diffuse += out.dhiKwhM2[k];
  }
  return { out, beam, diffuse };
}

test("beam and diffuse of a day add up to its global irradiation, none below 0 or above a clear sky's", () => {
  for (const { sun, day, ghiKwhM2, kd } of days()) {
    const { out, beam, diffuse } = sums(sun, day, ghiKwhM2, kd);
    assert.ok(Math.abs(beam + diffuse - ghiKwhM2) < 1e-12 * Math.max(1, ghiKwhM2));
    for (let k = 0; k < sun.stepsPerDay; k++) {
      assert.ok(out.dniKwhM2[k] >= 0 && out.dhiKwhM2[k] >= 0);
      const clear = sun.dniClearKwhM2[day * sun.stepsPerDay + k];
      assert.ok(out.dniKwhM2[k] <= clear * (1 + 1e-12));
    }
  }
});

test('the day keeps its diffuse fraction unless every step is already as clear as can be', () => {
  let unchanged = 0;
  let full = 0;
  for (const { sun, day, ghiKwhM2, kd } of days()) {
    const { out, diffuse } = sums(sun, day, ghiKwhM2, kd);
    if (Math.abs(diffuse - kd * ghiKwhM2) < 1e-9 * ghiKwhM2) {
      unchanged++;
      continue;
    }
    full++;
    assert.ok(diffuse > kd * ghiKwhM2);
    for (let k = 0; k < sun.stepsPerDay; k++) {
      const i = day * sun.stepsPerDay + k;
      const limit = Math.min(ghiKwhM2 * sun.globalShape[i], sun.dniClearKwhM2[i]);
      assert.ok(out.dniKwhM2[k] === 0 || Math.abs(out.dniKwhM2[k] - limit) < 1e-12);
    }
  }
  assert.ok(unchanged > 1000 && full > 100, `${unchanged} unchanged, ${full} full`);
});
