import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtDefault } from '../../../test/default-dataset.ts';
import { startTestService } from '../../../test/service.ts';
import { createClient } from '../../sdk/client.ts';
import { reduceChance, sumChances } from './roof-chance.ts';

const { loaded } = await builtDefault();
const { base } = await startTestService({ loaded });
const sun = createClient({ base, fetch });
const PLACE = { lat: 59.33, lng: 18.07 };
const FACES = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 3 },
];

test("a roof's p90 is the sum of its faces, below its yield, and lower for one year than for twenty", async () => {
  const answers = await Promise.all(FACES.map((face) => sun.yieldOf({ ...PLACE, ...face })));
  const chance = sumChances(answers, FACES) ?? assert.fail('no chance');
  const kwh = answers.reduce((sum, { annual_kwh = 0 }) => sum + annual_kwh, 0);
  assert.ok(chance.yearKwh < chance.meanKwh && chance.meanKwh < kwh);
  // The recipe says 3 % south of 64° N, and 5 % from 66° N on.
  assert.equal(chance.datasetPct, 3);
  assert.ok(chance.yearKwh > 0.85 * kwh && chance.meanKwh < 0.95 * kwh, `${chance.yearKwh} ${kwh}`);
});

test('a face without variability leaves the roof without', () => {
  assert.equal(sumChances([{}, {}], FACES), null);
});

test('snow reduces the p90 as it reduces the mean year', () => {
  const chance = { yearKwh: 1000, meanKwh: 1100, datasetPct: 4 };
  assert.deepEqual(reduceChance(chance, 0), chance);
  assert.deepEqual(reduceChance(chance, 0.25), { ...chance, yearKwh: 750, meanKwh: 825 });
});
