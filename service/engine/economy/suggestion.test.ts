import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import embeds from '../../../fixtures/embeds.json' with { type: 'json' };
import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { INPUTS } from './inputs.test-kit.ts';
import { batteryLife, isWithinWarranty, suggestedSystem, WARRANTY } from './suggestion.ts';
import { systemOffers } from './system.ts';

const DAY = '2026-11-22';
const TERMS = { paid_on: DAY, adults: 2 };

/** The demo's systems with a battery of 10 kWh at 70 000 kr, with panels at 124 600 kr. */
const systemsOf = (solarSek: number, batterySek: number) =>
  systemOffers(embeds.demo, INPUTS, { solarSek, batterySek, batteryKwh: 10 }, DAY);
const lifeOf = (saving_sek: number, cycles: number) =>
  batteryLife({ sek: 70_000, saving_sek }, cycles, 124_600, TERMS);
const suggest = (solarSek: number, batterySek: number, cycles = 200) =>
  suggestedSystem(systemsOf(solarSek, batterySek), lifeOf(batterySek, cycles))?.kind;

test('the warranty is that of the file that prices datasets are built of', () => {
  const { years, cycles } = programs.warranty;
  assert.deepEqual(WARRANTY, { years, cycles });
});

test('a battery is suggested only if it pays back within its warranty', () => {
  // 70 000 less 50 % of 97 % is 36 050: 3 605 a year earn that in the ten years of the warranty.
  assert.equal(lifeOf(3605, 200).netSek, 36_050);
  assertClose(lifeOf(3605, 200).paybackYears, 10, 1e-9);
  assert.equal(suggest(8000, 3605), 'battery');
  assert.equal(suggest(8000, 3604), 'solar');
});

test('a warranty that ends with its cycles is taken into account', () => {
  // 6 000 cycles are over in 7.5 years at 800 a year. 4 600 kr a year need 7.8.
  assert.equal(lifeOf(4600, 800).warrantyYears, 7.5);
  assert.equal(suggest(8000, 4600, 200), 'battery');
  assert.equal(suggest(8000, 4600, 800), 'solar');
});

test('panels that do not pay back in 25 years are not suggested, with or without a battery', () => {
  // 106 471 after deduction. 4 000 a year, ageing, come to 94 227 in 25 years.
  assert.equal(suggest(4000, 3605), undefined);
  assert.equal(suggest(0, 0), undefined);
});

test('for random savings the suggestion has no charger and no battery that outlasts its warranty', () => {
  const sek = fc.integer({ min: -5000, max: 30_000 });
  fc.assert(
    fc.property(sek, sek, fc.integer({ min: 0, max: 1500 }), (solarSek, batterySek, cycles) => {
      const systems = systemsOf(solarSek, batterySek);
      const life = lifeOf(batterySek, cycles);
      const found = suggestedSystem(systems, life);
      assert.notEqual(found?.kind, 'charger');
      if (found?.kind === 'battery') assert.ok(isWithinWarranty(life));
      if (found) assert.notEqual(systems[0].paybackYears, null);
      assert.notEqual(suggestedSystem(systems, null)?.kind, 'battery');
    }),
  );
});
