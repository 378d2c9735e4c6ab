import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, simulated } from '../../api/simulation/test/answers.ts';
import type { House } from './house.ts';
import { STRATEGIES } from './strategies.ts';
import { generatedSpot, heatPumpHouse, retailPrices } from './test/houses.ts';

/** Selling pays nearly what buying costs, so that trading is worth more than a low peak. */
const IMPORT = Array.from(generatedSpot(4), (sek) => 2 * sek + 0.4);
const PRICES = {
  import_sek_per_kwh: IMPORT,
  export_sek_per_kwh: IMPORT.map((sek) => sek - 0.05),
};

/** A year of a house with its own data. */
function houseBody({ loadKwh, pvKwh }: House) {
  return {
    consumption: { hourly_kwh: Array.from(loadKwh) },
    pv: { hourly_kwh: Array.from(pvKwh) },
  };
}

function pricesBody(seed: number, peakCharge: number) {
  const retail = retailPrices(generatedSpot(seed));
  return {
    import_sek_per_kwh: Array.from(retail.importSekPerKwh),
    export_sek_per_kwh: Array.from(retail.exportSekPerKwh),
    peak_charge_sek_per_kw_month: peakCharge,
  };
}

const SMALL_ROOF = houseBody(heatPumpHouse(1, 15_000, 2000));
const HEATED = houseBody(heatPumpHouse(2, 25_000, 9900));

function yearOf(house: object, battery: Record<string, unknown>, prices: object) {
  return simulated({ ...house, prices, battery: { capacity_kwh: 10, ...battery } });
}

test('the least feasible peak of a month is never above the peak reached', () => {
  for (const strategy of ['peak_shaving', 'combined']) {
    for (const peakCharge of [30, 200]) {
      const prices = pricesBody(2, peakCharge);
      for (const battery of [{}, { capacity_kwh: 30, power_kw: 5, peak_target_kw: 4 }]) {
        const { yearly, monthly } = yearOf(HEATED, { strategy, ...battery }, prices);
        const minKw = yearly.battery.peak_target?.least_peak_kw ?? [];
        assert.equal(minKw.length, 12);
        monthly.peak_kw?.forEach((kw, month) => {
          assert.ok(minKw[month] <= kw, `${strategy} ${month}: ${minKw[month]} above ${kw}`);
        });
      }
    }
  }
});

test('a combined run that saves less than arbitrage because of its peak target has a note', () => {
  const savings = (battery: Record<string, unknown>) => {
    const { yearly, model } = yearOf(SMALL_ROOF, battery, PRICES);
    return { sek: yearly.battery.savings_sek, note: model.peak_target_note };
  };
  const arbitrage = savings({ strategy: 'arbitrage', peak_target_kw: 1 });
  const tight = savings({ strategy: 'combined', peak_target_kw: 1 });
  const free = savings({ strategy: 'combined' });
  assert.ok(tight.sek < arbitrage.sek && arbitrage.sek < free.sek);
  const moreSek = Math.round(100 * (arbitrage.sek - tight.sek)) / 100;
  assert.equal(
    tight.note,
    `combined keeps to peak_target_kw; arbitrage, which takes no target, would save ${moreSek} SEK a year more.`,
  );
  assert.equal(free.note, undefined);
  assert.equal(arbitrage.note, undefined);
  const loose = savings({ strategy: 'combined', peak_target_kw: 50 });
  assert.deepEqual(loose, free);
});

test('a comparison lists the sizes at which a peak target makes combined second best', () => {
  const answer = (peakTargetKw: number | null) => {
    const body = {
      ...SMALL_ROOF,
      prices: PRICES,
      battery: { capacity_kwh: 1, peak_target_kw: peakTargetKw },
      compare: { sizes_kwh: [0, 10, 20], strategies: ['arbitrage', 'combined'] },
    };
    return compared(body);
  };
  const { matrix, model } = answer(1);
  const below = [0, 10, 20].filter((size) => {
    const [arbitrage, combined] = matrix.filter((cell) => cell.size_kwh === size);
    return combined.savings_sek < arbitrage.savings_sek;
  });
  assert.ok(below.length > 0);
  assert.equal(
    model.peak_target_note,
    `combined keeps to peak_target_kw; arbitrage, which takes no target, saves more at ${below.join(', ')} kWh.`,
  );
  assert.equal(answer(null).model.peak_target_note, undefined);
});

test("a meter's import and export instead of load and PV give the battery the same savings", () => {
  for (const [seed, peakCharge] of [
    [1, 0],
    [2, 80],
  ]) {
    const house = heatPumpHouse(seed);
    const { loadKwh, pvKwh } = house;
    const meter = {
      loadKwh: loadKwh.map((kwh, t) => Math.max(0, kwh - pvKwh[t])),
      pvKwh: pvKwh.map((kwh, t) => Math.max(0, kwh - loadKwh[t])),
    };
    const prices = pricesBody(seed, peakCharge);
    for (const strategy of STRATEGIES) {
      const { yearly: whole } = yearOf(houseBody(house), { strategy }, prices);
      const { yearly: metered } = yearOf(houseBody(meter), { strategy }, prices);
      const what = `${strategy} at ${peakCharge} SEK/kW`;
      assert.ok(whole.battery.savings_sek > 0, what);
      assert.equal(metered.battery.savings_sek, whole.battery.savings_sek, what);
      assert.equal(metered.cost_with_system_sek, whole.cost_with_system_sek, what);
      assert.equal(metered.imported_kwh, whole.imported_kwh, what);
      assert.equal(metered.exported_kwh, whole.exported_kwh, what);
    }
  }
});
