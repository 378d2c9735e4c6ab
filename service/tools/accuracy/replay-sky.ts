/** The replay of a roof's log, as `make replay` has it, on the log that a year of measured sun makes. */
import { setHourlyPlane } from '#common/solar/hours/hourly-plane.ts';
import type { HourlySky } from '#common/solar/hours/hourly-sky.ts';
import { REFERENCE_SYSTEM_LOSS } from '#common/solar/module-yield.ts';
import { STANDARD_MODEL } from '#common/solar/plane-sums.ts';
import { HOUR_MS } from '#common/stockholm-time.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { YieldDataset } from '../../api/yield/dataset.ts';
import { type Replay, replay } from '../replay/replay-answers.ts';
import { DEFAULT_C } from './roofs.ts';

/** Landskrona, 21 km across the sound from the station at Lyngby, which the dataset does not cover. */
const PLACE = { lat: 55.87, lng: 12.83 };
const FACES = [
  { tilt: 40, azimuth: 180, kwp: 5 },
  { tilt: 25, azimuth: 120, kwp: 3 },
];

/**
 * Replays the log that a roof to the south and south-east would have under a sky.
 */
export function replaySky(data: YieldDataset, prices: PricesArtifact, sky: HourlySky): Replay {
  const pv = { text: logOf(sky, prices.header.spot.year), clock: 'winter' } as const;
  return replay(data, prices, { place: PLACE, faces: FACES, pv, meter: null });
}

/** Lines of an inverter by winter time, none at night. */
function logOf(sky: HourlySky, year: number): string {
  const lines = Array.from(roofHours(sky), (kwh, t) => {
    const start = new Date(Date.UTC(year, 0, 1) + t * HOUR_MS).toISOString().slice(0, 16);
    return kwh > 0 ? `${start};${kwh.toFixed(3)}` : '';
  });
  return ['Tid;PV (kWh)', ...lines.filter((line) => line !== '')].join('\n');
}

/** Hours of the roof after its system loss, kWh in winter time. */
function roofHours(sky: HourlySky): Float64Array {
  const sum = new Float64Array(HOURS);
  const face = new Float64Array(HOURS);
  for (const { tilt, azimuth, kwp } of FACES) {
    setHourlyPlane(sky, { tiltDeg: tilt, azimuthDeg: azimuth }, DEFAULT_C, STANDARD_MODEL, face);
    for (let t = 0; t < HOURS; t++) sum[t] += kwp * (1 - REFERENCE_SYSTEM_LOSS) * face[t];
  }
  return sum;
}
