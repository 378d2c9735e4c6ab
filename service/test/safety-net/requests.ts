/** The requests of the safety net: the same list whatever the schemas say, by one seed. */
import { readFileSync } from 'node:fs';
import { seededRandom } from '#common/seeded-random.ts';
import { WRONG_REQUESTS } from './wrong-requests.ts';

/** A request with a name that stays when others are added. */
export interface NetRequest {
  name: string;
  method: string;
  path: string;
  body?: string;
}

const YIELD = '/api/v1/pv-yield';
const SIMULATION = '/api/v1/simulation';
const TARIFFS = new URL('../../../fixtures/market/grid-tariffs.json', import.meta.url);
const STRATEGIES = ['self_consumption', 'arbitrage', 'peak_shaving', 'combined'];

/** About 370 requests: lookups, matrices, batches, series, simulations, comparisons, ranges, market, tariffs, bills, errors. */
export function netRequests(): NetRequest[] {
  const draw = drawing(seededRandom(41));
  return [
    get('meta', `${YIELD}/meta`),
    ...some(60, (i) => get(`lookup ${i}`, `${YIELD}?${query(lookup(draw, i))}`)),
    ...some(20, (i) =>
      get(`border ${i}`, `${YIELD}?${query({ ...lookup(draw, i), ...draw.anywhere() })}`),
    ),
    ...some(12, (i) => get(`matrix ${i}`, `${YIELD}/matrix?${query(matrix(draw, i))}`)),
    ...some(10, (i) =>
      post(`batch ${i}`, `${YIELD}/batch`, {
        items: some(5, (j) => ({ id: j, ...lookup(draw, j) })),
      }),
    ),
    ...some(24, (i) => post(`series ${i}`, `${YIELD}/series`, roof(draw, i))),
    ...some(40, (i) => post(`simulation ${i}`, SIMULATION, { ...house(draw, i), ...detail(i) })),
    ...some(10, (i) =>
      post(`comparison ${i}`, `${SIMULATION}/battery-strategies`, comparison(draw, i)),
    ),
    ...some(8, (i) =>
      post(`range ${i}`, `${SIMULATION}/range`, { ...house(draw, i), economy: economy(draw, i) }),
    ),
    ...tariffIds().map((id) => post(`bill ${id}`, SIMULATION, bill(id))),
    ...MARKET.map((asked) => get(`market ${asked}`, `${SIMULATION}/market?${asked}`)),
    ...TARIFF_QUERIES.map((asked) => get(`tariffs ${asked}`, `${SIMULATION}/tariffs?${asked}`)),
    ...WRONG_REQUESTS,
  ];
}

const MARKET = [
  '',
  'zone=SE1',
  'zone=SE4',
  'lat=59.61&lng=16.55',
  'lat=67.86&lng=20.23',
  'lat=55.6&lng=13&zone=SE3',
].concat([
  'zone=SE3&resolution=hourly',
  'zone=SE3&grid_tariff=ellevio-2026a',
  'zone=SE3&grid_tariff=umea-2025&fuse_a=25',
]);
// Lists of a day: without one the answer depends on today.
const TARIFF_QUERIES = [
  'all=1',
  'valid_on=2025-06-01',
  'valid_on=2026-07-01',
  'company=ellevio&all=1',
  'company=nobody&all=1',
];

function get(name: string, path: string): NetRequest {
  return { name, method: 'GET', path };
}

function post(name: string, path: string, body: object): NetRequest {
  return { name, method: 'POST', path, body: JSON.stringify(body) };
}

function some<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function query(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

type Drawing = ReturnType<typeof drawing>;

/** Random values of three decimals. */
function drawing(random: () => number) {
  const between = (min: number, max: number) => Number((min + (max - min) * random()).toFixed(3));
  return {
    between,
    among: <Item>(items: readonly Item[]): Item => items[Math.floor(items.length * random())],
    list: (count: number, max: number) => some(count, () => between(0, max)),
    /** In Sweden, which leans to the east as it goes north. */
    place() {
      const lat = between(56, 66.5);
      return { lat, lng: Number((between(13.6, 14.6) + 0.5 * (lat - 56)).toFixed(3)) };
    },
    /** In the box around Sweden, so in the sea or abroad, too. */
    anywhere: () => ({ lat: between(55, 69.5), lng: between(10.5, 24.5) }),
  };
}

function lookup(draw: Drawing, i: number) {
  return {
    ...draw.place(),
    tilt: draw.between(0, 90),
    azimuth: draw.between(0, 360),
    ...(i % 2 === 0 ? { kwp: draw.between(0.1, 20) } : {}),
    ...(i % 3 === 0 ? { system_loss: draw.between(0, 0.6), shading: draw.between(0, 1) } : {}),
  };
}

function matrix(draw: Drawing, i: number) {
  return {
    ...draw.place(),
    ...(i % 2 === 0 ? { months: 1 } : {}),
    ...(i % 3 === 0 ? { system_loss: draw.between(0, 0.6), shading: draw.between(0, 1) } : {}),
  };
}

function roof(draw: Drawing, i: number) {
  const shadings = [draw.between(0, 1), draw.list(12, 1), some(12, () => draw.list(24, 1))];
  const faces = some(1 + (i % 3), (face) => ({
    id: face,
    tilt: draw.between(0, 90),
    azimuth: draw.between(0, 360),
    kwp: draw.between(0.1, 20),
    ...(i % 4 === 0 ? { shading: shadings[face] } : {}),
    ...(i % 5 === 0 ? { snow_loss: draw.list(12, 1), system_loss: draw.between(0, 0.6) } : {}),
  }));
  const heights = draw.list([8, 36, 48, 49, 120, 360][i % 6], i % 4 === 1 ? 60 : 12);
  return {
    ...draw.place(),
    faces,
    form: i % 3 === 0 ? 'hourly_kwh' : 'monthly_profile',
    ...(i % 2 === 1 ? { [i % 4 === 1 ? 'horizon_deg' : 'userhorizon']: heights } : {}),
    ...(i % 6 === 2 ? { snow: 1 } : {}),
    ...(i % 6 === 4 ? { snow: 1, snow_normals: snowNormals(draw) } : {}),
    ...(i % 7 === 3 ? { inverter_kw: draw.between(1, 15) } : {}),
  };
}

function snowNormals(draw: Drawing) {
  return {
    snowfall_cm: draw.list(12, 60),
    snow_days: draw.list(12, 15),
    humidity_pct: draw.list(12, 100),
    drop_height_m: draw.between(0, 5),
    slant_m: draw.between(0.1, 6),
  };
}

/** A south roof of 10 kWp or so: a bell from 5 to 19 o'clock, larger in summer. */
function sunProfile(kwh: number): number[][] {
  return some(12, (month) =>
    some(24, (hour) => {
      const season = 0.1 + Math.sin((Math.PI * (month + 0.5)) / 12) ** 2;
      const bell = Math.max(0, Math.sin((Math.PI * (hour - 5)) / 14));
      return Number((kwh * season * bell).toFixed(3));
    }),
  );
}

function house(draw: Drawing, i: number) {
  const profile = sunProfile(draw.between(0.5, 8));
  const hours = () =>
    some(8760, (hour) =>
      Number((profile[Math.floor(hour / 730)][hour % 24] * draw.between(0.3, 1)).toFixed(3)),
    );
  const loads = [
    { yearly_kwh: draw.between(2000, 30_000) },
    { yearly_kwh: 18_000, ev_km_per_day: 45 },
  ];
  return {
    ...(i % 4 === 3
      ? {}
      : { location: { ...draw.place(), ...(i % 8 === 0 ? { zone: 'SE4' } : {}) } }),
    pv: i % 5 === 0 ? { hourly_kwh: hours() } : { monthly_profile: profile },
    ...(i % 3 === 2
      ? {}
      : { consumption: i % 6 === 4 ? { hourly_kwh: draw.list(8760, 4) } : loads[i % 2] }),
    ...(i % 7 === 6 ? {} : { battery: battery(draw, i) }),
    ...(i % 3 === 0 ? {} : { prices: prices(draw, i) }),
  };
}

function battery(draw: Drawing, i: number) {
  return {
    capacity_kwh: draw.between(1, 25),
    strategy: STRATEGIES[i % 4],
    ...(i % 3 === 0
      ? { power_kw: draw.between(1, 12), soc_min: 0.15, round_trip_efficiency: 0.88 }
      : {}),
    ...(i % 4 === 2 && i % 8 === 2 ? { peak_target_kw: draw.between(2, 6) } : {}),
    ...(i % 10 === 9 ? { frequency_reserve: { program: 'varberg_flex_plus' } } : {}),
  };
}

function prices(draw: Drawing, i: number) {
  const table = some(12, () => draw.list(24, 3));
  const own = [1.5, table, draw.list(8760, 3)][i % 3];
  return {
    ...(i % 4 === 1 ? { import_sek_per_kwh: own, export_sek_per_kwh: draw.between(0, 1) } : {}),
    ...(i % 4 === 2
      ? { grid_tariff: draw.among(tariffIds()), fuse_a: draw.among([16, 20, 25]) }
      : {}),
    ...(i % 5 === 1 ? { peak_charge_sek_per_kw_month: 60, monthly_fee_sek: 300 } : {}),
    ...(i % 5 === 2 ? { resolution: 'hourly' } : {}),
  };
}

function detail(i: number) {
  if (i % 9 === 4) return { detail: 'typical_days' };
  return i % 9 === 7 ? { detail: 'hourly' } : {};
}

function comparison(draw: Drawing, i: number) {
  const { battery: _, ...rest } = house(draw, i + 1);
  return {
    ...rest,
    compare: {
      sizes_kwh: [0, 5, draw.between(6, 20)],
      ...(i % 2 === 0
        ? { strategies: [STRATEGIES[i % 4], 'combined'].slice(0, i % 4 === 3 ? 1 : 2) }
        : {}),
      ...(i % 3 === 0 ? { cost_sek_by_size: { 5: 45_000 } } : {}),
    },
  };
}

function economy(draw: Drawing, i: number) {
  return {
    cost_sek: draw.between(50_000, 250_000),
    ...(i % 2 === 0
      ? { price_change_pct: 2, interest_pct: 3, lifetime_years: 30, inverter_sek: 20_000 }
      : {}),
  };
}

/** One house, its battery and its year under a grid company's list: all of its bill. */
function bill(id: string) {
  return {
    location: { lat: 59.33, lng: 18.07 },
    consumption: { yearly_kwh: 20_000, ev_km_per_day: 30 },
    pv: { monthly_profile: sunProfile(4) },
    battery: { capacity_kwh: 10, strategy: 'combined' },
    prices: { grid_tariff: id },
  };
}

function tariffIds(): string[] {
  const { lists } = JSON.parse(readFileSync(TARIFFS, 'utf8'));
  return lists.map((list: { id: string }) => list.id);
}
