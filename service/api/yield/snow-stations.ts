import { distanceKm } from '#common/great-circle.ts';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { SnowNormals, SnowStation, SnowTable } from '../../../schemas/types.ts';
import type { FaceNormals, SeriesInput } from './series-input.ts';

/** Snow is another one so far from a station. */
const REACH_KM = 150;
/** Finer than a place is given: the station's own figures. */
const AT_STATION_KM = 0.001;

/** As much as snow can take: it stays where the panels end. How long they are does not matter then. */
const NO_DROP: Pick<SnowNormals, 'drop_height_m' | 'slant_m'> = { drop_height_m: 0, slant_m: 1 };

/** A station and how much of a place's snow it tells; the weights sum to 1. */
export interface WeightedStation {
  station: SnowStation;
  km: number;
  weight: number;
}

/**
 * A covered call with the dataset's normals of snow for the faces that have none of the caller's.
 * @throws InvalidValueError when the dataset has none, or none near enough
 */
export function withStationSnow(table: SnowTable | undefined, input: SeriesInput): SeriesInput {
  const { lat, lng, faces, isSnowy } = input;
  const without = isSnowy ? faces.findIndex(({ snow }) => !snow) : -1;
  if (without < 0) return input;
  const normals = normalsAt(tableOf(table, without), lat, lng);
  return { ...input, faces: faces.map((face) => ({ ...face, snow: face.snow ?? normals })) };
}

function tableOf(table: SnowTable | undefined, face: number): SnowTable {
  if (table) return table;
  throw new InvalidValueError(
    `faces[${face}].snow_loss`,
    'is missing, expected 12 shares of the months, or snow_normals beside the faces: the dataset has no normals of snow',
  );
}

/**
 * Normals of a place (degrees): means of the stations around it by `weightedStations`.
 * @throws InvalidValueError when none is near enough
 */
export function normalsAt(table: SnowTable, lat: number, lng: number): FaceNormals {
  const around = weightedStations(table.stations, lat, lng);
  const mean = (of: (station: SnowStation) => readonly number[]) =>
    Array.from({ length: MONTHS }, (_, month) =>
      around.reduce((sum, { station, weight }) => sum + weight * of(station)[month], 0),
    );
  const names = around.map(({ station, km }) => `${station.name} (${km.toFixed(0)} km)`);
  return {
    snowfall_cm: mean(({ snowfall_cm }) => snowfall_cm),
    snow_days: mean(({ snow_days }) => snow_days),
    humidity_pct: mean(({ humidity_pct }) => humidity_pct),
    ...NO_DROP,
    source: `the dataset's stations ${names.join(', ')}, trust ${table.trust}: ${table.source}`,
  };
}

/**
 * The stations around a place, nearest first, by inverse distance: each weighs (1/d - 1/150 km)², so that it comes in
 * from nothing where it comes into reach (Franke & Little's weight).
 * @throws InvalidValueError when none is within 150 km
 */
export function weightedStations(
  stations: readonly SnowStation[],
  lat: number,
  lng: number,
): WeightedStation[] {
  const all = stations
    .map((station) => ({ station, km: distanceKm(lat, lng, station.lat, station.lng) }))
    .toSorted((a, b) => a.km - b.km);
  const [nearest] = all;
  if (nearest.km >= REACH_KM) throw tooFar(nearest.station.name, nearest.km);
  if (nearest.km < AT_STATION_KM) return [{ ...nearest, weight: 1 }];
  const within = all.filter(({ km }) => km < REACH_KM);
  const weights = within.map(({ km }) => (1 / km - 1 / REACH_KM) ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return within.map((one, i) => ({ ...one, weight: weights[i] / sum }));
}

function tooFar(name: string, km: number): InvalidValueError {
  return new InvalidValueError(
    'snow',
    `is 1, but the dataset's nearest station with snow, ${name}, is ${km.toFixed(0)} km away, expected one within ${REACH_KM} km. Give snow_normals of a station near by, or each face's snow_loss`,
  );
}
