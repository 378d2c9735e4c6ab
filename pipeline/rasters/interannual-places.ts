import { readFileSync } from 'node:fs';
import { validator } from '../../schemas/checks/validate.ts';
import type { InterannualPlace, InterannualPlaces } from '../../schemas/types.ts';

const check = validator('data/interannual.schema.json');

/** Spread of the irradiation between years: sample standard deviation, percent of the mean. */
export interface IrradiationSpread {
  annualPct: number;
  /** January to December. */
  monthlyPct: number[];
}

/**
 * Reads places whose spread is known, and sorts them from south to north.
 * @throws Error naming the file and what is wrong in it
 */
export function loadInterannualPlaces(path: string): InterannualPlaces {
  try {
    const record = check(JSON.parse(readFileSync(path, 'utf8')));
    const places = record.places.toSorted((a, b) => a.lat - b.lat);
    const twin = places.findIndex(({ lat }, i) => i > 0 && lat === places[i - 1].lat);
    if (twin < 0) return { ...record, places };
    const names = `${places[twin - 1].name} and ${places[twin].name}`;
    throw new Error(`"places" has ${names} at one latitude, expected each at its own. Join them.`);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/**
 * The spread at a latitude: linear between the places to the south and north of it, and constant
 * beyond the outermost, so that nothing is extrapolated.
 * @param places from south to north
 */
export function spreadAtLatitude(
  places: readonly InterannualPlace[],
  latDeg: number,
): IrradiationSpread {
  const north = places.find(({ lat }) => lat >= latDeg) ?? places[places.length - 1];
  const south = places.findLast(({ lat }) => lat <= latDeg) ?? places[0];
  const share = south === north ? 0 : (latDeg - south.lat) / (north.lat - south.lat);
  const between = (from: number, to: number) => from + share * (to - from);
  return {
    annualPct: between(south.annual_sd_pct, north.annual_sd_pct),
    monthlyPct: south.monthly_sd_pct.map((from, m) => between(from, north.monthly_sd_pct[m])),
  };
}
