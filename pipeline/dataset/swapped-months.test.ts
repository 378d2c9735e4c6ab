import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#common/seeded-random.ts';
import { swappedMonths } from './swapped-months.ts';

/** PVGIS 5.2, means 2005-2020, kWh/m2: the mean of Malmö, Stockholm, Sundsvall and Luleå. */
const SWEDEN = [
  [14.1, 29.6, 74.5, 131, 169.1, 180, 174.1, 140.7, 94.2, 49.2, 18.7, 9.9],
  [8.8, 24.5, 70.1, 119.5, 160.2, 175, 169.3, 130.6, 82.4, 38.8, 12.3, 5.3],
  [4.2, 19.4, 62.2, 109, 147.7, 169.7, 163.3, 120.6, 71.5, 32.6, 7.9, 1.5],
  [2.5, 17, 65, 119, 164.3, 175.6, 163.3, 120, 64.7, 26.1, 4.5, 0.4],
].reduce((sum, place) => sum.map((kwhM2, m) => kwhM2 + place[m] / 4), Array<number>(12).fill(0));

/** How much a place's months differ from year to year, per cent (fixtures/interannual.json, about the middle). */
const YEARS_SD_PCT = [18, 15, 11, 9, 10, 8.5, 9.7, 9.2, 12, 18, 15, 20];

function swap(usual: readonly number[], a: number, b: number): number[] {
  const files = [...usual];
  [files[a], files[b]] = [usual[b], usual[a]];
  return files;
}

test("any two months in each other's place are found from February to October", () => {
  for (let a = 1; a <= 9; a++) {
    for (let b = a + 1; b <= 9; b++) {
      assert.deepEqual(swappedMonths(swap(SWEDEN, a, b), SWEDEN), [a, b]);
    }
  }
});

test('as they are, and all of them brighter or dimmer, months are in their place', () => {
  for (const factor of [0.9, 1, 1.1]) {
    const files = SWEDEN.map((kwhM2) => factor * kwhM2);
    assert.equal(swappedMonths(files, SWEDEN), null);
  }
});

test('one month in the other unit is no swap', () => {
  for (let month = 1; month <= 9; month++) {
    for (const factor of [0.73, 1.37]) {
      const files = SWEDEN.map((kwhM2, m) => (m === month ? factor * kwhM2 : kwhM2));
      assert.equal(swappedMonths(files, SWEDEN), null, `${month + 1}`);
    }
  }
});

test('means of 16 other years, months as uneven as at a single place: a false alarm in 40, half of the swaps of June and July found', (t) => {
  const random = seededRandom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const cases = 2000;
  let alarms = 0;
  const leastFound = new Map([
    ['June and July', { a: 5, b: 6, share: 0.5, found: 0 }],
    ['May and July', { a: 4, b: 6, share: 0.5, found: 0 }],
    ['April and August', { a: 3, b: 7, share: 0.85, found: 0 }],
    ['March and September', { a: 2, b: 8, share: 0.95, found: 0 }],
  ]);
  for (let i = 0; i < cases; i++) {
    const files = SWEDEN.map(
      (kwhM2, m) => kwhM2 * Math.exp(((0.01 * YEARS_SD_PCT[m]) / Math.sqrt(16)) * normal()),
    );
    if (swappedMonths(files, SWEDEN)) alarms++;
    for (const pair of leastFound.values()) {
      const found = swappedMonths(swap(files, pair.a, pair.b), SWEDEN);
      if (found?.[0] === pair.a && found[1] === pair.b) pair.found++;
    }
  }
  t.diagnostic(`${alarms} false alarms in ${cases}`);
  assert.ok(alarms < 0.03 * cases, `${alarms} of ${cases}`);
  for (const [name, { share, found }] of leastFound) {
    t.diagnostic(`${name}: ${found} of ${cases} swaps found`);
    assert.ok(found > share * cases, `${name}: ${found} of ${cases}`);
  }
});
