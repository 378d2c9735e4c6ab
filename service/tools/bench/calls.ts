/** Calls that the bench makes. */
import { readFileSync } from 'node:fs';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import type { Call } from '../../test/load.ts';

const PLACES = 4000;
const CALLERS = 60_000;
const TARIFFS = new URL('../../../fixtures/market/grid-tariffs.json', import.meta.url);

/** Lookups of different places and planes in Sweden, the same in every run. */
const ITEMS = Array.from({ length: PLACES }, (_, i) => {
  const part = (step: number) => (i * step) % 1;
  const lat = 57 + 8 * part(0.618034);
  return {
    lat: Number(lat.toFixed(4)),
    lng: Number((14 + (lat - 57) / 4 + part(0.754878)).toFixed(4)),
    tilt: Math.floor(91 * part(0.56984)),
    azimuth: Math.floor(360 * part(0.324718)),
    kwp: 10,
  };
});

export const LOOKUPS = ITEMS.map(
  ({ lat, lng, tilt, azimuth, kwp }) =>
    `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${kwp}`,
);

let count = 0;

/** One lookup after the other, each by another caller: none comes near its limits. */
export function nextLookup(headers: Record<string, string> = {}): Call {
  return { path: LOOKUPS[count % PLACES], headers: { ...headers, ...anotherCaller() } };
}

const BATCHES = Array.from({ length: PLACES / 50 }, (_, i) =>
  JSON.stringify({ items: ITEMS.slice(50 * i, 50 * (i + 1)) }),
);

export function nextBatch(): Call {
  return post('/api/v1/pv-yield/batch', BATCHES[count % BATCHES.length]);
}

export function post(path: string, body: string): Call {
  return {
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', ...anotherCaller() },
  };
}

/** Headers of a caller whom a service behind one proxy (TRUST_PROXY=1) has hardly seen. */
export function anotherCaller(): Record<string, string> {
  const i = count++ % CALLERS;
  return { 'x-forwarded-for': `203.${i >> 16}.${(i >> 8) & 255}.${i & 255}` };
}

const SUN = Array.from({ length: 12 }, (_, month) =>
  Array.from({ length: 24 }, (_, hour) =>
    Number(
      Math.max(0, (1 + month * (11 - month)) * 0.1 * Math.sin((Math.PI * (hour - 5)) / 14)).toFixed(
        3,
      ),
    ),
  ),
);
const HOUSE = { location: { lat: 59.33, lng: 18.07 }, pv: { monthly_profile: SUN } };
const random = seededRandom(9);
const noise = (low: number, high: number) =>
  Array.from({ length: HOURS }, () => low + (high - low) * random());
/** Prices of every hour that follow no order. */
const WILD = {
  import_sek_per_kwh: noise(-100, 100),
  export_sek_per_kwh: noise(-100, 100),
  resolution: 'hourly',
};
const BATTERY = { capacity_kwh: 10, strategy: 'combined' };
/** So many sizes of one strategy: all the cells that a comparison may have. */
const combinedFrom = (kwh: number, count: number) => ({
  strategies: ['combined'],
  sizes_kwh: Array.from({ length: count }, (_, i) => kwh + i),
});
/** A price list that may have one charge more, or one higher value, for more cells only. */
const charges = (count: number, highest: number) => ({
  energy_ore_per_kwh: null,
  power: Array.from({ length: count }, (_, i) => ({
    name: `charge ${i}`,
    sek_per_kw_month: 60 * (1 + i),
    statistic: { interval: 'PT1H', highest, distinct_days: true, reduce: 'mean' },
    ...(i > 0 ? { when: [{ days: 'all', hours: [[(6 + 3 * i) % 24, (12 + 3 * i) % 24]] }] } : {}),
  })),
});
const HALF_RESERVED = {
  provider: 'bench',
  terms: { basis: 'installed', reserved_capacity_share: 0.5, reserved_power_share: 0.5 },
};
const { lists } = JSON.parse(readFileSync(TARIFFS, 'utf8'));
const { notes: _, ...LIST } = lists.find(
  ({ id }: { id: string }) => id === 'jonkoping-effekt-2025',
);

/** The call that the costs of the others are compared with. */
export const PLAIN = 'simulation, a year planned by the hour';

const SIMULATION = '/api/v1/simulation';
const STRATEGIES = `${SIMULATION}/battery-strategies`;
const PEAK = { peak_charge_sek_per_kw_month: 60 };
const house = (prices: object, more: object = {}) => ({
  ...HOUSE,
  battery: BATTERY,
  prices,
  ...more,
});
const faces = [90, 270].map((azimuth) => ({ tilt: 30, azimuth, kwp: 5 }));

/** Calls that compute, by name: the path and the body. */
export const COMPUTED: Record<string, [path: string, body: object]> = {
  [PLAIN]: [SIMULATION, house({ resolution: 'hourly' })],
  'series of two faces': ['/api/v1/pv-yield/series', { ...HOUSE.location, faces }],
  'the same with a power charge': [SIMULATION, house({ resolution: 'hourly', ...PEAK })],
  'the same under an own price list': [
    SIMULATION,
    house({ resolution: 'hourly', grid_tariff: LIST }),
  ],
  'comparison of 20 cells with a power charge': [STRATEGIES, house(PEAK)],
  'range with a power charge': [`${SIMULATION}/range`, house(PEAK)],
  'most expensive: 25 sizes, wild prices, 3 charges': [
    STRATEGIES,
    house(
      { ...WILD, grid_tariff: charges(3, 1) },
      { battery: { capacity_kwh: 5, power_kw: 5 }, compare: combinedFrom(5, 25) },
    ),
  ],
  'most expensive: the same, 3 days of 2 charges, 1 kW': [
    STRATEGIES,
    house(
      { ...WILD, grid_tariff: charges(2, 3) },
      { battery: { capacity_kwh: 760, power_kw: 1 }, compare: combinedFrom(760, 25) },
    ),
  ],
  'most expensive: 12 sizes, half reserved': [
    STRATEGIES,
    house(
      { ...WILD, grid_tariff: 'jonkoping-effekt-2025' },
      {
        battery: { capacity_kwh: 760, power_kw: 3, frequency_reserve: HALF_RESERVED },
        compare: combinedFrom(760, 12),
      },
    ),
  ],
};
