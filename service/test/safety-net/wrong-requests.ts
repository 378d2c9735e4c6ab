/** Requests that the service refuses, for the safety net. */
import type { NetRequest } from './requests.ts';

const PLACE = 'lat=59.33&lng=18.07';
const PLANE = 'tilt=40&azimuth=180';
const FACE = { tilt: 40, azimuth: 180, kwp: 5 };
const DAY = Array(24).fill(1);
const PV = { monthly_profile: Array(12).fill(DAY) };
const HOME = { lat: 59.33, lng: 18.07 };

const LOOKUPS = [
  `${PLACE}&tilt=40&azimut=180`,
  `${PLACE}&tilt=40&azimuth=361`,
  `${PLACE}&tilt=-1&azimuth=180`,
  `${PLACE}&tilt=91&azimuth=180`,
  `${PLACE}&tilt=&azimuth=180`,
  `${PLACE}&tilt=4e1&azimuth=180`,
  `${PLACE}&tilt=NaN&azimuth=180`,
  `${PLACE}&${PLANE}&kwp=0`,
  `${PLACE}&${PLANE}&kWp=5`,
  `${PLACE}&${PLANE}&peakpower=5`,
  `${PLACE}&${PLANE}&system_loss=14`,
  `${PLACE}&${PLANE}&shading=1.1`,
  `${PLACE}&${PLANE}&nonsense=1`,
  `lat=59.33&lon=18.07&${PLANE}`,
  `lat=59.33&lng=1e3&${PLANE}`,
  `lat=59.33&lng=%31%38&${PLANE}`,
];

const SERIES = [
  { ...HOME, faces: [{ ...FACE, kwp: 0 }] },
  { ...HOME, faces: [{ ...FACE, shading: [1, 1] }] },
  { ...HOME, faces: [{ ...FACE, tils: 4 }] },
  { ...HOME, faces: Array(11).fill(FACE) },
  { ...HOME, faces: [FACE], form: 'yearly' },
  { ...HOME, faces: [FACE], horizon_deg: Array(7).fill(5) },
  { ...HOME, faces: [FACE], horizon_deg: Array(361).fill(5) },
  { ...HOME, faces: [FACE], horizon_deg: Array(8).fill(5), userhorizon: Array(8).fill(5) },
  { ...HOME, faces: [FACE], snow: 2 },
];

const SIMULATIONS = [
  { pv: PV, location: { lat: 48, lng: 11 } },
  { pv: PV, location: { ...HOME, zone: 'SE5' } },
  { pv: { ...PV, hourly_kwh: [] } },
  { pv: { monthly_profile: [] } },
  { pv: { monthly_profile: Array(12).fill(Array(24).fill(-1)) } },
  { pv: PV, battery: {} },
  { pv: PV, battery: { capacity_kwh: 1001 } },
  { pv: PV, battery: { capacity_kwh: '10' } },
  { pv: PV, battery: { capcity_kwh: 10 } },
  { pv: PV, battery: { capacity_kwh: 10, soc_min: 0.9, soc_max: 0.1 } },
  { pv: PV, battery: { capacity_kwh: 10, strategy: 'peak_shaving' } },
  { pv: PV, battery: { capacity_kwh: 10, priority: ['arbitrage', 'arbitrage'] } },
  { pv: PV, consumption: { yearly_kwh: 1, hourly_kwh: [] } },
  { pv: PV, consumption: { yearly_kwh: -1 } },
  { pv: PV, prices: { grid_tariff: 'ellevio-2099' } },
  { pv: PV, prices: { grid_tariff: 'ellevio-2025', peak_charge_sek_per_kw_month: 1 } },
  { pv: PV, prices: { fuse_a: 17 } },
  { pv: PV, prices: { import_sek_per_kwh: [1, 2, 3] } },
  { pv: PV, prices: { import_sek_per_kwh: 101 } },
  { pv: PV, detail: 'weekly' },
  { pv: PV, economy: {} },
];

const REST: [string, string, string?][] = [
  ['GET', '/api/v1/pv-yield/matrix?lat=59.33'],
  ['GET', `/api/v1/pv-yield/matrix?${PLACE}&months=2`],
  ['GET', '/api/v1/pv-yield/meta?x=1'],
  ['GET', '/api/v1/pv-yields'],
  ['GET', '/api/v2/pv-yield'],
  ['GET', '/nothing'],
  ['PUT', '/api/v1/pv-yield'],
  ['DELETE', '/api/v1/simulation'],
  ['GET', '/api/v1/pv-yield/batch'],
  ['GET', '/api/v1/simulation/market?zone=SE9'],
  ['GET', '/api/v1/simulation/market?lat=59'],
  ['GET', '/api/v1/simulation/market?fuse_a=10'],
  ['GET', '/api/v1/simulation/tariffs?valid_on=yesterday'],
  ['GET', '/api/v1/simulation/tariffs?all=2'],
  ['POST', '/api/v1/simulation', '{"pv":'],
  ['POST', '/api/v1/simulation', '[]'],
  ['POST', '/api/v1/simulation', 'null'],
  ['POST', '/api/v1/simulation', ''],
  ['POST', '/api/v1/simulation', '{"pv":{},"pv":{}}'],
  ['POST', '/api/v1/pv-yield/batch', '{"items":1}'],
  ['POST', '/api/v1/pv-yield/batch', JSON.stringify({ items: Array(51).fill({ ...HOME }) })],
  ['POST', '/api/v1/simulation/battery-strategies', '{}'],
  [
    'POST',
    '/api/v1/simulation/battery-strategies',
    JSON.stringify({ pv: PV, compare: { sizes_kwh: [] } }),
  ],
  [
    'POST',
    '/api/v1/simulation/battery-strategies',
    JSON.stringify({ pv: PV, compare: { cost_sek_by_size: { x: 1 } } }),
  ],
  ['POST', '/api/v1/simulation/range', JSON.stringify({ pv: PV, economy: { cost_sek: -1 } })],
];

export const WRONG_REQUESTS: NetRequest[] = [
  ...LOOKUPS.map((query) => request('GET', `/api/v1/pv-yield?${query}`)),
  ...SERIES.map((body, i) => request('POST', '/api/v1/pv-yield/series', JSON.stringify(body), i)),
  ...SIMULATIONS.map((body, i) => request('POST', '/api/v1/simulation', JSON.stringify(body), i)),
  ...REST.map(([method, path, body], i) => request(method, path, body, 100 + i)),
];

function request(method: string, path: string, body?: string, number?: number): NetRequest {
  const name = `wrong ${method} ${path}${number === undefined ? '' : ` ${number}`}`;
  return { name, method, path, ...(body === undefined ? {} : { body }) };
}
