import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, simulated } from '../../api/simulation/test/answers.ts';
import { generatedSpot, heatPumpHouse, retailPrices } from './test/houses.ts';

/** Selling pays nearly what buying costs, so that trading is worth more than a low peak. */
const IMPORT = Array.from(generatedSpot(4), (sek) => 2 * sek + 0.4);
const PRICES = {
  import_sek_per_kwh: IMPORT,
  export_sek_per_kwh: IMPORT.map((sek) => sek - 0.05),
};

/** A year of a house with its own data. */
function houseBody(seed: number, loadYearKwh: number, pvYearKwh: number) {
  const { loadKwh, pvKwh } = heatPumpHouse(seed, loadYearKwh, pvYearKwh);
  return {
    consumption: { hourly_kwh: Array.from(loadKwh) },
    pv: { hourly_kwh: Array.from(pvKwh) },
  };
}

const SMALL_ROOF = houseBody(1, 15_000, 2000);
const HEATED = houseBody(2, 25_000, 9900);

function yearOf(house: object, battery: Record<string, unknown>, prices: object) {
  return simulated({ ...house, prices, battery: { capacity_kwh: 10, ...battery } }, null);
}

test('the least peak of a month is never above the peak reached', () => {
  const retail = retailPrices(generatedSpot(2));
  const prices = (peakCharge: number) => ({
    import_sek_per_kwh: Array.from(retail.importSekPerKwh),
    export_sek_per_kwh: Array.from(retail.exportSekPerKwh),
    peak_charge_sek_per_kw_month: peakCharge,
  });
  for (const strategy of ['peak_shaving', 'combined']) {
    for (const peakCharge of [30, 200]) {
      for (const battery of [{}, { capacity_kwh: 30, power_kw: 5, peak_target_kw: 4 }]) {
        const { yearly, monthly } = yearOf(HEATED, { strategy, ...battery }, prices(peakCharge));
        const leastKw = yearly.battery.peak_target?.least_peak_kw ?? [];
        assert.equal(leastKw.length, 12);
        monthly.peak_kw?.forEach((kw, month) => {
          assert.ok(leastKw[month] <= kw, `${strategy} ${month}: ${leastKw[month]} above ${kw}`);
        });
      }
    }
  }
});

test('a combined run that saves less than arbitrage for its peak target says so', () => {
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

test('a comparison names the sizes at which a peak target costs combined the first place', () => {
  const answer = (peakTargetKw: number | null) => {
    const body = {
      ...SMALL_ROOF,
      prices: PRICES,
      battery: { capacity_kwh: 1, peak_target_kw: peakTargetKw },
      compare: { sizes_kwh: [0, 10, 20], strategies: ['arbitrage', 'combined'] },
    };
    return compared(body, null);
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
