/** A prices dataset for tests with figures that can be computed by hand. */

import { MONTH_OF_HOUR } from '#engine/battery/simulated-year.ts';
import { allCovered } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { CLOCK_HOURS, MONTHS } from '../../../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../../../schemas/codec/price-area.ts';
import { HOUSEHOLD_USES, type PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { maskHeader } from '../../../../schemas/codec/pv-yield-artifact.ts';
import type { EnergyCharge, Tariff } from '../../../../schemas/types.ts';
import { PROFILE } from '../series.ts';

const ORIGIN = { source: 'Made up for tests', as_of: '2026-01-01', trust: 'C' } as const;

/** Spot price in the test dataset, SEK/kWh: below 0 at noon in June. */
export function testSpot(area: number, month: number, hour: number): number {
  if (month === 5 && hour === 12) return -0.05;
  return 0.1 * (area + 1) + 0.02 * month + 0.01 * hour;
}

/**
 * Unscaled use in a clock hour of a month: appliances high in the evening, hot water even, heat
 * high in winter, more so in the north.
 */
function testUse(area: number, use: number, month: number, hour: number): number {
  if (use === 0) return hour >= 17 && hour < 21 ? 2 : 1;
  return use === 1 ? 1 : 1 + (4 - area) * Math.abs(month - 6) * 0.2;
}

/**
 * Four price areas, split at 60, 63 and 66 degrees north; 11..24 E, 55..69 N are covered. Tariffs of
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
      household: {
        default_yearly_kwh: { value: 15000, unit: 'kWh', ...ORIGIN },
        uses: {
          household: { up_to_kwh: { value: 5000, unit: 'kWh', ...ORIGIN } },
          hot_water: { up_to_kwh: { value: 3000, unit: 'kWh', ...ORIGIN } },
          space_heat: {},
        },
        month_profiles: [],
        day_profiles: [],
        ev: {
          kwh_per_km: { value: 0.19, unit: 'kWh/km', ...ORIGIN },
          charging_hours: { hours: [22, 23, 0, 1, 2, 3, 4, 5], ...ORIGIN },
        },
      },
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
    mask,
    place_point: Float64Array.of(57, 15, 62, 18, 65, 15),
    place_municipality: Uint16Array.of(0, 1, 2),
    coverage: mask.bits,
    spot_profile: profileByArea(testSpot),
    hours_used: new Int32Array(4 * MONTHS).fill(730),
    hours_missing: new Int32Array(4 * MONTHS),
    household_shape: householdShape(),
  };
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
    monthly_fee: { value: 0, unit: 'SEK/month', ...ORIGIN },
    power_charge: { value: 0, unit: 'SEK/kW/month', ...ORIGIN },
  };
}

function profileByArea(value: (area: number, month: number, hour: number) => number): Float64Array {
  return Float64Array.from({ length: 4 * PROFILE }, (_, at) => {
    const inArea = at % PROFILE;
    const month = Math.floor(inArea / CLOCK_HOURS);
    return value(Math.floor(at / PROFILE), month, inArea % CLOCK_HOURS);
  });
}

/** Each use sums to 1 over the 8760 hours. */
function householdShape(): Float64Array {
  return Float64Array.from(
    PRICE_AREAS.flatMap((_, area) => HOUSEHOLD_USES.flatMap((_, use) => useShape(area, use))),
  );
}

function useShape(area: number, use: number): number[] {
  let sum = 0;
  MONTH_OF_HOUR.forEach((month, t) => {
    sum += testUse(area, use, month, t % CLOCK_HOURS);
  });
  return Array.from({ length: PROFILE }, (_, at) => {
    const month = Math.floor(at / CLOCK_HOURS);
    return testUse(area, use, month, at % CLOCK_HOURS) / sum;
  });
}
