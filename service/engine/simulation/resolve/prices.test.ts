import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import type { PriceArea } from '../../../../schemas/types.ts';
import { caseOf, DATASET } from '../../../api/simulation/test/answers.ts';
import {
  exportByHand,
  importByHand,
  testPrices,
  testSpot,
} from '../../../api/simulation/test/prices.ts';
import {
  constantYear,
  noonProfile,
  ownDataBody,
  twoPeakPrices,
} from '../../../api/simulation/test/requests.ts';
import { MONTH_OF_HOUR } from '../../battery/house.ts';
import { plainChargeSek } from '../../tariff/power-component.ts';
import { monthHourMeans } from '../series.ts';

/** A house in the area of the full energy tax, at 66 degrees north in the reduced one's. */
function pricesOf(prices: unknown, zone: PriceArea = 'SE3', dataset = DATASET, lat = 58) {
  const body = {
    pv: { monthly_profile: noonProfile(2) },
    location: { lat, lng: 15, zone },
    prices,
  };
  return caseOf(body, dataset);
}

function assertYear(found: Float64Array, expected: (month: number, hour: number) => number): void {
  assert.equal(found.length, HOURS);
  found.forEach((price, t) => {
    const right = expected(MONTH_OF_HOUR[t], t % 24);
    assert.ok(Math.abs(price - right) < 1e-12, `hour ${t}: ${price}, expected ${right}`);
  });
}

test('se_spot import: (spot + 8.0 + 19.96 + tax öre) x 1.25, tax 36.0 or reduced 26.4', () => {
  for (const [area, zone, lat, taxOre] of [
    [0, 'SE1', 66, 26.4],
    [1, 'SE2', 66, 26.4],
    [1, 'SE2', 58, 36],
    [2, 'SE3', 58, 36],
    [3, 'SE4', 58, 36],
  ] as const) {
    const { prices } = pricesOf({ preset: 'se_spot' }, zone, DATASET, lat);
    assertYear(prices.importSekPerKwh, (month, hour) => {
      return importByHand(testSpot(area, month, hour), { taxOre });
    });
  }
});

test('se_spot export: spot + 5.2 öre, no VAT, below 0 where the spot price is', () => {
  const { prices } = pricesOf({}, 'SE4');
  assertYear(prices.exportSekPerKwh, (month, hour) => exportByHand(testSpot(3, month, hour)));
  const negative = testPrices();
  negative.spot_profile.fill(-0.2);
  assert.ok(pricesOf({}, 'SE4', negative).prices.exportSekPerKwh.every((price) => price < 0));
});

test("the supplier's fee is taken off the export, and a price list's own grid benefit replaces the median", () => {
  for (const [given, sek, source] of [
    [{ export_fee_sek_per_kwh: 0.02 }, 0.032, /^Made up/],
    [
      { grid_tariff: 'vattenfall-e4-2026' },
      0.104,
      /^Vattenfall Eldistribution vattenfall-e4-2026: /,
    ],
    [{ grid_tariff: 'ellevio-2026b', export_fee_sek_per_kwh: -0.01 }, 0.043, /^Ellevio /],
    [{ grid_tariff: 'nacka-2025' }, 0.052, /^Made up/],
  ] as const) {
    const { prices, model } = pricesOf(given);
    assertYear(prices.exportSekPerKwh, (month, hour) => testSpot(2, month, hour) + sek);
    assert.match(model.tariff?.grid_benefit?.source ?? '', source);
  }
});

test('a dataset before 1.2.0 has no fee on sold power', () => {
  const dataset = testPrices();
  for (const record of dataset.header.tariffs.records) delete record.export_fee;
  const { prices } = pricesOf({}, 'SE4', dataset);
  assertYear(prices.exportSekPerKwh, (month, hour) => exportByHand(testSpot(3, month, hour)));
});

test('the preset has no monthly fee and no power charge, and the caller may add both', () => {
  const { prices } = pricesOf({});
  assert.deepEqual([prices.monthlyFeeSek, plainChargeSek(prices.power)], [0, 0]);
  const own = pricesOf({ monthly_fee_sek: 49, peak_charge_sek_per_kw_month: 60 }).prices;
  assert.deepEqual([own.monthlyFeeSek, plainChargeSek(own.power)], [49, 60]);
});

test('fees of the tariff record come with VAT, and only with the preset import', () => {
  const dataset = testPrices();
  for (const record of dataset.header.tariffs.records) {
    record.monthly_fee.value = 40;
    record.power_charge.value = 20;
  }
  const preset = pricesOf({}, 'SE3', dataset).prices;
  assert.deepEqual([preset.monthlyFeeSek, plainChargeSek(preset.power)], [50, 25]);
  const own = pricesOf({ import_sek_per_kwh: 1 }, 'SE3', dataset).prices;
  assert.deepEqual([own.monthlyFeeSek, plainChargeSek(own.power)], [0, 0]);
});

test('a side that is left out comes from the preset', () => {
  const { prices } = pricesOf({ export_sek_per_kwh: 0.4 });
  assertYear(prices.exportSekPerKwh, () => 0.4);
  assertYear(prices.importSekPerKwh, (month, hour) => {
    return importByHand(testSpot(2, month, hour));
  });
});

test('a number is the price of every hour, 12 x 24 prices are those of the month and clock hour', () => {
  const rows = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 24 }, (_, hour) => month + hour / 100),
  );
  const { prices } = pricesOf({ import_sek_per_kwh: rows, export_sek_per_kwh: -0.1 });
  assertYear(prices.importSekPerKwh, (month, hour) => month + hour / 100);
  assertYear(prices.exportSekPerKwh, () => -0.1);
});

test('8760 prices become their means per month and clock hour', () => {
  // Every hour carries its day of the year: the mean over a month is that of its days.
  const hourly = constantYear(0).map((_, t) => Math.floor(t / 24) / 100 + (t % 24) / 10);
  const firstDay = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
  const { prices } = pricesOf({ import_sek_per_kwh: hourly, export_sek_per_kwh: hourly });
  const mean = (month: number) => (firstDay[month] + firstDay[month + 1] - 1) / 2 / 100;
  assertYear(prices.importSekPerKwh, (month, hour) => mean(month) + hour / 10);
  assertYear(prices.exportSekPerKwh, (month, hour) => mean(month) + hour / 10);
});

test('model.prices_note is there only for 8760 values and names the side', () => {
  const hourly = constantYear(1);
  const note = (prices: unknown) => pricesOf(prices).model.prices_note;
  assert.equal(
    note({ import_sek_per_kwh: 1, export_sek_per_kwh: twoPeakPrices(1, 2, 3) }),
    undefined,
  );
  assert.match(note({ import_sek_per_kwh: hourly }) ?? '', /import prices were averaged/);
  assert.match(note({ export_sek_per_kwh: hourly }) ?? '', /8760 export prices/);
  const both = { import_sek_per_kwh: hourly, export_sek_per_kwh: hourly };
  assert.match(note(both) ?? '', /import and export/);
});

test('the spot fields of the model are there only when the preset priced a side', () => {
  for (const prices of [{}, { import_sek_per_kwh: 1 }, { export_sek_per_kwh: 1 }]) {
    const { model } = pricesOf(prices);
    assert.equal(model.spot_source, 'Made-up spot prices');
    assert.equal(model.spot_profile_refreshed_at, '2026-01-02T00:00:00Z');
    assert.equal(model.price_profile_window_days, 365);
  }
  const { model } = pricesOf({ import_sek_per_kwh: 1, export_sek_per_kwh: 1 });
  for (const name of [
    'spot_source',
    'spot_profile_refreshed_at',
    'price_profile_window_days',
    'tariff',
  ]) {
    assert.ok(!(name in model), name);
  }
});

test('the newest tariff is the last to begin, in whatever order the records stand', () => {
  const { header } = DATASET;
  const { records } = header.tariffs;
  for (const [some, validFrom] of [
    [records, '2026-01-01'],
    [records.toReversed(), '2026-01-01'],
    [records.slice(1), '2025-01-01'],
  ] as const) {
    const tariffs = { ...header.tariffs, records: [...some] };
    const dataset = { ...DATASET, header: { ...header, tariffs } };
    assert.equal(pricesOf({}, 'SE3', dataset).model.tariff?.valid_from, validFrom);
  }
});

test('8760 equal prices are the same price in every month, to the last bit', () => {
  for (const sek of [0.07, 0.14, 0.22, 1.13]) {
    const means = monthHourMeans(new Float64Array(8760).fill(sek));
    assert.deepEqual([...new Set(means)], [sek]);
  }
});

const SPOT = DATASET.header.attribution;
const LICENCE = 'Data licensed CC BY 4.0.';

function creditOf(changes: Record<string, unknown>): string {
  return caseOf(ownDataBody(changes)).attribution;
}

test('what took part is named, and nothing else', () => {
  const program = { capacity_kwh: 5, frequency_reserve: { program: 'varberg_flex_plus' } };
  const terms = { provider: 'A', terms: { basis: 'installed' } };
  for (const [changes, credit] of [
    [{}, `Computed from the caller's own data. ${LICENCE}`],
    [{ prices: undefined }, SPOT],
    [{ prices: { import_sek_per_kwh: 1 } }, SPOT],
    [{ consumption: undefined }, `Load modelled by dataset 9.8.7. ${LICENCE}`],
    [{ location: { lat: 59, lng: 15 } }, `Place by dataset 9.8.7 (Natural Earth). ${LICENCE}`],
    [{ battery: program }, `Battery program as Varberg Energi states it. ${LICENCE}`],
    [
      { battery: { capacity_kwh: 5, frequency_reserve: terms } },
      `Computed from the caller's own data. ${LICENCE}`,
    ],
    [
      { location: { lat: 59, lng: 15 }, consumption: undefined, prices: undefined },
      `Place by dataset 9.8.7 (Natural Earth). Load modelled by dataset 9.8.7. Places made up for tests. ${SPOT}`,
    ],
  ] as const) {
    assert.equal(creditOf(changes), credit);
  }
});
