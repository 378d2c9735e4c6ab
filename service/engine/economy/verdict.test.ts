import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import embeds from '../../../fixtures/embeds.json' with { type: 'json' };
import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { AS_TODAY, paybackYears } from '../cash-flow.ts';
import { INPUTS } from './inputs.test-kit.ts';
import { catalogueEconomy } from './system.ts';
import { computeVerdict, type Economy } from './verdict.ts';
import { isWithinWarranty, WARRANTY } from './warranty.ts';

const DAY = '2026-11-22';

/** The demo's house: panels at 124 600 kr, the battery of 10 kWh at 70 000 kr, which does not age. */
const DEMO: Economy = {
  ...catalogueEconomy(embeds.demo, { ...INPUTS, battery_kwh: 10 }, DAY),
  outlook: AS_TODAY,
};

/** Batteries of the demo's sizes that save the same. */
const saving = (solarSek: number, savingSek: number, cyclesPerYear = 200) => ({
  solarSek,
  batteries: [5, 10, 15].map((kwh) => ({
    ...{ kwh, savingSek, cyclesPerYear },
    strategy: 'combined' as const,
  })),
});

const suggest = (...given: Parameters<typeof saving>) => {
  const { suggested, reason } = computeVerdict(DEMO, saving(...given));
  return [suggested?.kind, reason];
};

test('the warranty is that of the file that prices datasets are built of', () => {
  const { years, cycles } = programs.warranty;
  assert.deepEqual(WARRANTY, { years, cycles });
});

test('a battery is suggested only if it pays back within its warranty, and the reason says so', () => {
  // 70 000 less 50 % of 97 % is 36 050: 3 605 a year earn that in the ten years of the warranty.
  const { battery } = computeVerdict(DEMO, saving(8000, 3605));
  assert.equal(battery?.netSek, 36_050);
  assertClose(battery.paybackYears, 10, 1e-9);
  assert.deepEqual(suggest(8000, 3605), ['battery', 'battery_in_warranty']);
  assert.deepEqual(suggest(8000, 3604), ['solar', 'battery_after_warranty']);
  // In fifteen years 2 403 a year are 36 045.
  assert.deepEqual(suggest(8000, 2403), ['solar', 'battery_not_paid']);
  // 6 000 cycles are over in 7.5 years at 800 a year. 4 600 kr a year need 7.8.
  assert.deepEqual(suggest(8000, 4600), ['battery', 'battery_in_warranty']);
  assert.deepEqual(suggest(8000, 4600, 800), ['solar', 'battery_after_warranty']);
  // 106 471 after deduction. 4 000 a year, ageing, come to 94 227 in 25 years.
  assert.deepEqual(suggest(4000, 3605), [undefined, 'panels_not_paid']);
  const { reason } = computeVerdict({ ...DEMO, batteries: [] }, saving(8000, 3605));
  assert.equal(reason, 'no_battery');
});

test('for random savings the suggestion is one of the systems, and its battery pays within its warranty', () => {
  const sek = fc.integer({ min: -5000, max: 30_000 });
  fc.assert(
    fc.property(sek, sek, fc.integer({ min: 0, max: 1500 }), (solarSek, batterySek, cycles) => {
      const economy = { ...DEMO, batteryKwh: null };
      const verdict = computeVerdict(economy, saving(solarSek, batterySek, cycles));
      const { systems, suggested, chosen, battery } = verdict;
      assert.notEqual(suggested?.kind, 'charger');
      assert.equal(chosen, suggested ?? systems[0]);
      if (suggested?.kind === 'battery') assert.ok(battery && isWithinWarranty(battery));
      if (suggested) assert.notEqual(systems[0].paybackYears, null);
    }),
  );
});

/** Batteries of 80 000 and 140 000 kr next to panels of a price, for one owner. */
const ALONE: Economy = {
  costs: { solar_sek: 0, charging_points: { count: 0, sek: 0 } },
  batteries: [10, 20].map((kwh) => ({ kwh, sek: 20_000 + 6000 * kwh })),
  deduction: { paid_on: DAY, adults: 1 },
  outlook: AS_TODAY,
  batteryKwh: null,
};
const SAVINGS = {
  solarSek: 6000,
  batteries: [
    { kwh: 10, savingSek: 4000, cyclesPerYear: 300, strategy: 'combined' as const },
    { kwh: 20, savingSek: 5000, cyclesPerYear: 300, strategy: 'combined' as const },
  ],
};

test('payback before and after the deduction, by hand; a battery counts for 15 years', () => {
  // 97 % of 80 000 is 77 600, of which half is 38 800. Of 140 000 one owner gets no more than 50 000.
  const { batteries, battery } = computeVerdict(ALONE, SAVINGS);
  assert.deepEqual(
    batteries.map(({ priceSek, netSek, paybackYearsWithoutDeduction, paybackYears }) => [
      priceSek,
      priceSek - netSek,
      paybackYearsWithoutDeduction,
      paybackYears,
    ]),
    [
      [80_000, 38_800, null, 10.3],
      [140_000, 50_000, null, null],
    ],
  );
  assert.equal(battery?.kwh, 10);
});

test("panels and battery of one year share the deduction's cap: the battery gets what the panels leave", () => {
  // 15 % of 97 % of 140 000 is 20 370. Half of 97 % of 80 000 would be 38 800.
  const costs = { ...ALONE.costs, solar_sek: 140_000 };
  for (const [adults, batterySek] of [
    [1, 50_000 - 20_370],
    [2, 38_800],
  ]) {
    const economy = { ...ALONE, costs, deduction: { paid_on: DAY, adults } };
    const { systems, battery } = computeVerdict(economy, SAVINGS);
    assert.equal(systems[0].deduction.claimedSek, 20_370);
    assert.equal(systems[1].deduction.claimedSek, 20_370 + batterySek);
    assert.equal(battery && battery.priceSek - battery.netSek, batterySek);
  }
});

test('panels that are there already pay for nothing: no inverter, no service, no saving of the sun', () => {
  const outlook = { ...AS_TODAY, inverterSek: 15_000, inverterYear: 3, serviceSekPerYear: 1000 };
  const { systems, battery, suggested } = computeVerdict({ ...ALONE, outlook }, SAVINGS);
  const own = paybackYears(41_200, { solarSek: 0, batterySek: 4000 });
  assert.deepEqual([systems[1].paybackYears, battery?.paybackYears], [own, own]);
  assert.equal(systems[1].savingSek, 10_000);
  assert.equal(suggested?.kind, 'solar');
});

test('savings count in whole kronor, and the sum of a system is the nearest one', () => {
  const [one] = SAVINGS.batteries;
  const savings = { solarSek: 6000.4, batteries: [{ ...one, savingSek: 3999.3 }] };
  const { systems, battery } = computeVerdict(ALONE, savings);
  assert.deepEqual(
    systems.map(({ savingSek }) => savingSek),
    [6000, 10_000],
  );
  assert.equal(battery?.savingSek, 4000);
});
