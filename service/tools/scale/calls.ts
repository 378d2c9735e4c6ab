/** Calls that a load is made of. */
import { readFileSync } from 'node:fs';
import { seededRandom } from '#common/seeded-random.ts';
import type { Call } from '../../test/load.ts';

const WIRE = { 'accept-encoding': 'gzip' };
const HOUSE = readFileSync(
  new URL('../../../schemas/examples/postSimulation.battery_on_spot.request.json', import.meta.url),
  'utf8',
);

export const random = seededRandom(7);

/** A lookup somewhere in Sweden that was not asked for yet. */
export function makeLookup(headers: Record<string, string> = {}): Call {
  const lat = (57 + 5 * random()).toFixed(5);
  const lng = (14 + 2 * random()).toFixed(5);
  const path = `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${Math.floor(90 * random())}&azimuth=180&kwp=10`;
  return { path, headers: { ...WIRE, ...headers } };
}

export function makeSimulation(): Call {
  const headers = { ...WIRE, 'content-type': 'application/json' };
  return { method: 'POST', path: '/api/v1/simulation', body: HOUSE, headers };
}
