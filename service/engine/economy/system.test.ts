import assert from 'node:assert/strict';
import { test } from 'node:test';
import embeds from '../../../fixtures/embeds.json' with { type: 'json' };
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { INPUTS } from './inputs.test-kit.ts';
import { catalogueEconomy, fuseKw, paidOn, roofPlan, seriesRequest } from './system.ts';
import { computeVerdict } from './verdict.ts';

const { demo } = embeds;

test('the roof has the power of its panels and the smallest inverter of at least 80 % of it', () => {
  const plan = roofPlan(demo, INPUTS);
  assert.deepEqual([plan.panelCount, plan.kwp, plan.inverter.kw], [24, 10.56, 10]);
  const huge = roofPlan(demo, {
    ...INPUTS,
    faces: [{ tilt: 27, azimuth: 180, panel_count: 100 }],
  });
  assert.deepEqual([huge.inverter.kw, huge.inverterCount, huge.inverterKw], [15, 3, 45]);
  assert.equal(seriesRequest(demo, INPUTS).faces.length, 2);
});

test('three systems with price, deduction and payback, worked out by hand', () => {
  const one = { kwh: 10, savingSek: 3000, cyclesPerYear: 250, strategy: 'combined' as const };
  const systemsOf = (inputs: typeof INPUTS) =>
    computeVerdict(catalogueEconomy(demo, { ...inputs, battery_kwh: 10 }, '2026-11-22'), {
      solarSek: 6000,
      batteries: [one],
    }).systems;
  const [solar, battery, charger] = systemsOf(INPUTS);
  // 45 000 + 24 x 2 400 + 22 000. 97 % of it is work and material, of which 15 % are given.
  assert.equal(solar.priceSek, 124_600);
  assert.equal(solar.deduction.claimedSek, 18_129);
  assert.equal(solar.netSek, 106_471);
  // With 15 000 for a new inverter. 6 000 x (1 - 0.995^n) / 0.005 is 119 895.09 after 21 years and 125 295.61 after 22.
  assertClose(solar.paybackYears, 21 + (121_471 - 119_895.09) / 5400.52, 1e-5);
  // 136 015.79 after 24 years and 141 335.71 after 25.
  assertClose(solar.paybackYearsWithoutDeduction, 24 + (139_600 - 136_015.79) / 5319.92, 1e-5);
  // 50 % of 97 % of 70 000.
  assert.deepEqual(battery.deduction.amountsSek, {
    solar_cells: 18_129,
    storage: 33_950,
    charging_point: 0,
  });
  assert.equal(battery.netSek, 194_600 - 52_079);
  // More than 50 000 needs two adults, each the same.
  assert.deepEqual(
    battery.deduction.parts.map(({ sumSek }) => sumSek).toSorted(),
    [26_039, 26_040],
  );
  assert.equal(charger.chargerCount, 1);
  assert.equal(charger.deduction.amountsSek.charging_point, 8_730);
  const [, alone] = systemsOf({ ...INPUTS, adults: 1 });
  assert.equal(alone.deduction.claimedSek, 50_000);
});

test('a fuse of 20 A is 13.9 kW, and the day of payment is the Swedish date', () => {
  assert.equal(fuseKw(20).toFixed(2), '13.86');
  const now = new Date('2026-06-30T22:30:00Z');
  assert.equal(paidOn({}, now), '2026-07-01');
  assert.equal(paidOn({ deduction: '2025-06' }, now), '2025-06-01');
});
