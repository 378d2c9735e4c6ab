/** Requests of the callers of a cell: mostly lookups, a few of everything else. */
import { BATCH, ITEM } from '../../test/service.ts';
import { simulationBody } from '../attack/attack.ts';

/** A request whose answer depends on nothing but the build. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Statuses that a process with all its data may answer. */
  statuses: number[];
  /** Whether it is computed, or asked of all processes: how long that takes is not judged. */
  takesTime?: boolean;
}

const LOOKUPS = 40;

/** Places in the test dataset, planes all around. */
const items = Array.from({ length: LOOKUPS }, (_, i) => ({
  lat: ITEM.lat + 0.01 * (i % 8),
  lng: ITEM.lng + 0.01 * (i % 5),
  tilt: (7 * i) % 91,
  azimuth: (37 * i) % 360,
}));

const lookups = items.map(({ lat, lng, tilt, azimuth }): Asked => {
  const place = `lat=${lat.toFixed(2)}&lng=${lng.toFixed(2)}`;
  const path = `/api/v1/pv-yield?${place}&tilt=${tilt}&azimuth=${azimuth}`;
  return { method: 'GET', path, statuses: [200] };
});
const batch: Asked = {
  method: 'POST',
  path: BATCH,
  body: JSON.stringify({ items: items.slice(0, 5) }),
  statuses: [200],
};
const meta: Asked = { method: 'GET', path: '/api/v1/pv-yield/meta', statuses: [200] };
const simulation: Asked = {
  method: 'POST',
  path: '/api/v1/simulation',
  body: simulationBody(),
  // Two are computed at a time.
  statuses: [200, 503],
  takesTime: true,
};

/** One turn of what is asked again and again. */
export const TURN: Asked[] = [
  ...lookups.slice(0, 20),
  ...[batch, simulation, meta],
  ...lookups.slice(20),
  ...[batch, meta],
];

/** Name of a request by which its right answer is kept. */
export function nameOf({ method, path, body = '' }: Asked): string {
  return `${method} ${path} ${body}`;
}
