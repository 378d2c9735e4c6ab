/** A prices dataset for tests with figures that can be computed by hand. */

import { PROFILE } from '#engine/simulation/series.ts';
import gridTariffs from '../../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import { allCovered } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import {
  CLOCK_HOURS,
  HOURS,
  MONTH_DAYS,
  MONTH_START,
  MONTHS,
} from '../../../../schemas/codec/axes.ts';
import { type Grid, latOfRow } from '../../../../schemas/codec/grid.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { gridHeader, maskHeader } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type {
  EnergyCharge,
  GridTariffs,
  Household,
  Tariff,
  TownClimate,
} from '../../../../schemas/types.ts';

const ORIGIN = { source: 'Made up for tests', as_of: '2026-01-01', trust: 'C' } as const;

/** Spot price in the test dataset, SEK/kWh: below 0 at noon in June. */
export function testSpot(area: number, month: number, hour: number): number {
  if (month === 5 && hour === 12) return -0.05;
  return 0.1 * (area + 1) + 0.02 * month + 0.01 * hour;
}

/** The preset's import price by hand, SEK: öre of the test tariff, the full energy tax if not given, and 25 % VAT. */
export function importByHand(spotSek: number, { taxOre = 36, gridOre = 19.96 } = {}): number {
  return (spotSek + (8 + gridOre + taxOre) / 100) * 1.25;
}

/** The preset's export price by hand, SEK. */
export function exportByHand(spotSek: number): number {
  return spotSek + 0.052;
}

/** Temperature in the test dataset, °C: half a degree for each degree of latitude, and 3 for each month from July. */
export function testTemperature(lat: number, month: number): number {
  return 18 - 0.5 * (lat - 55) - 3 * Math.abs(month - 6);
}

/** One cell for each degree of the frame below. */
const GRID: Grid = { stepDeg: 1, firstRow: 55, firstCol: 11, rows: 15, cols: 14 };

/**
 * Four price areas, split at 60, 63 and 66 degrees north. 11..24 E, 55..69 N are covered. Tariffs of
 * 2025 and 2026, of which 2026, the newer, comes first.
 */
export function testPrices(): PricesArtifact {
  const frame = { west: 11, south: 55, lngStepDeg: 1, latStepDeg: 1, cols: 13, rows: 14 };
  const mask = allCovered(frame);
  return {
    header: {
      kind: 'prices',
      dataset_version: '9.8.7',
      generated_at: '2026-01-02T03:04:05Z',
      attribution: 'Prices made up for tests. Data licensed CC BY 4.0.',
      spot: {
        source: 'Made-up spot prices',
        refreshed_at: '2026-01-02T00:00:00Z',
        year: 2025,
        window_days: 365,
      },
      cells: GRID.rows * GRID.cols,
      grid: gridHeader(GRID),
      coverage_mask: maskHeader(mask),
      tariffs: {
        reduced_energy_tax: {
          counties: ['23'],
          municipalities: ['2001'],
          price_areas: ['SE1'],
          ...ORIGIN,
        },
        records: [testTariff('2026-01-01', 36, 26.4), testTariff('2025-01-01', 44, 34)],
      },
      grid_tariffs: structuredClone(gridTariffs) as GridTariffs,
      household: testHousehold(),
      battery_programs: {
        programs: [
          {
            program: 'varberg_flex_plus',
            provider: 'Varberg Energi',
            terms: {
              basis: 'reserved',
              reserved_capacity_share: 0.5,
              reserved_power_share: 0.5,
              fixed_sek_per_month: 0,
              sek_per_kwh_capacity_per_year: 0,
              sek_per_kw_per_year: 732,
            },
            source_url: 'https://example.org/flex',
            as_of: '2026-03-01',
            stated: '50, 50 and 83 SEK per kW.',
            requires: 'A battery.',
            assumptions: { reserved_power_share: 'Half of the power.' },
            trust: 'A',
          },
        ],
        warranty: { years: 10, cycles: 6000, ...ORIGIN },
      },
      price_areas: {
        rule: 'By latitude.',
        boundaries: {
          se1_se2: level(66),
          se2_se3: level(63),
          se3_se4: level(60),
        },
        ...ORIGIN,
      },
      places: {
        source: 'Places made up for tests',
        attribution: 'Places made up for tests.',
        municipalities: [
          { code: '0101', name: 'Söderås kommun' },
          { code: '2001', name: 'Mellanås kommun' },
          { code: '2302', name: 'Norrås kommun' },
        ],
        names: ['Söderås', 'Mellanås', 'Norrås'],
      },
    },
    grid: GRID,
    mask,
    place_point: Float64Array.of(57, 15, 62, 18, 65, 15),
    place_municipality: Uint16Array.of(0, 1, 2),
    coverage: mask.bits,
    spot_profile: spotProfile(),
    hours_used: new Int32Array(4 * MONTHS).fill(730),
    hours_missing: new Int32Array(4 * MONTHS),
    cell_index: Int32Array.from({ length: GRID.rows * GRID.cols }, (_, cell) => cell),
    temperature: cellTemperatures(),
  };
}

/** The test dataset with hours: each is its clock hour's mean, and 1 SEK/kWh higher on 2 January. */
export function testPricesWithHours(republish = true): PricesArtifact {
  const prices = testPrices();
  const hours = { quarter_hour_days: 92, republish, ...(republish && { licence: 'CC0 1.0' }) };
  prices.header.spot.hours = hours;
  prices.spot_hours = Float32Array.from({ length: 4 * HOURS }, (_, at) => {
    const hour = at % HOURS;
    const month = MONTH_START.findLastIndex((start) => start <= hour);
    const above = Math.floor(hour / CLOCK_HOURS) === 1 ? 1 : 0;
    return testSpot(Math.floor(at / HOURS), month, hour % CLOCK_HOURS) + above;
  });
  return prices;
}

function level(lat: number): number[][] {
  return [
    [10, lat],
    [25, lat],
  ];
}

function testTariff(validFrom: string, taxOre: number, northTaxOre: number): Tariff {
  const charge = (value: number): EnergyCharge => ({ value, unit: 'öre/kWh', ...ORIGIN });
  return {
    valid_from: validFrom,
    supplier_markup: charge(8),
    grid_fee: charge(19.96),
    energy_tax: { ...charge(taxOre), reduced: northTaxOre },
    vat: { value: 25, unit: '%', ...ORIGIN },
    grid_benefit: charge(5.2),
    export_fee: charge(0),
    monthly_fee: { value: 0, unit: 'SEK/month', ...ORIGIN },
    power_charge: { value: 0, unit: 'SEK/kW/month', ...ORIGIN },
  };
}

function spotProfile(): Float64Array {
  return Float64Array.from({ length: 4 * PROFILE }, (_, at) => {
    const month = Math.floor((at % PROFILE) / CLOCK_HOURS);
    return testSpot(Math.floor(at / PROFILE), month, at % CLOCK_HOURS);
  });
}

/** A household whose evenings have twice the use of its other hours. Days off are even. */
function testHousehold(): Household {
  const evenings = dayOf((hour) => (hour >= 17 && hour < 21 ? 2 : 1));
  const spread = dayOf(() => 0.4);
  const even = dayOf(() => 1.5);
  const season = { weekday: evenings, weekday_sd: spread, weekend: even, weekend_sd: spread };
  const terms = { licence: 'None: made up', ...ORIGIN };
  return {
    default_yearly_kwh: { value: 15000, unit: 'kWh', ...ORIGIN },
    uses: {
      household: {
        up_to_kwh: { value: 5000, unit: 'kWh', ...ORIGIN },
        months: { name: 'Even', shares: [...MONTH_DAYS], ...ORIGIN },
        type_curves: {
          seasons: [
            { name: 'cold', mean_temperature_c: 0, ...season },
            { name: 'warm', mean_temperature_c: 15, ...season, weekday: even },
          ],
          ...terms,
        },
      },
      hot_water: {
        up_to_kwh: { value: 3000, unit: 'kWh', ...ORIGIN },
        even_share: { value: 0.3, unit: '1', ...ORIGIN },
        heater_kw: { value: 1.5, unit: 'kW', ...ORIGIN },
      },
      space_heat: { day_shape: { weekday: evenings, weekend: even, ...terms } },
    },
    towns: {
      SE1: testTown('Norrås', 66),
      SE2: testTown('Mellanås', 64),
      SE3: testTown('Söderås', 61),
      SE4: testTown('Sydås', 57),
    },
    ev: {
      kwh_per_km: { value: 0.19, unit: 'kWh/km', ...ORIGIN },
      charging_kw: { value: 5.5, unit: 'kW', ...ORIGIN },
      charge_from_kwh: { value: 10, unit: 'kWh', ...ORIGIN },
      charging_hours: { hours: [2, 3, 1, 4, 0, 5, 23, 22], ...ORIGIN },
    },
  };
}

function dayOf(value: (hour: number) => number): number[] {
  return Array.from({ length: CLOCK_HOURS }, (_, hour) => value(hour));
}

/** A town with the temperatures of its latitude. */
function testTown(name: string, lat: number): TownClimate {
  const temperature_c = MONTH_DAYS.map((_, month) => testTemperature(lat, month));
  return { name, temperature_c, ...ORIGIN };
}

/** Temperatures of the cells in 0.1 °C, [cell][month]. */
function cellTemperatures(): Int16Array {
  return Int16Array.from({ length: GRID.rows * GRID.cols * MONTHS }, (_, at) => {
    const row = Math.floor(at / MONTHS / GRID.cols);
    return 10 * testTemperature(latOfRow(GRID, row), at % MONTHS);
  });
}
