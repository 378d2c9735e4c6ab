import { roundTo } from '#engine/round.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { NO_TEMPERATURE, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, SimulationLocation } from '../../../schemas/types.ts';
import { emptyWeights, spatialWeights } from '../spatial-weights.ts';

/** Mean outdoor temperatures of a house's place, January to December. */
export interface PlaceTemperatures {
  temperatureC: number[];
  /** Where they are from: the point, or the name of a town. */
  place: string;
}

// Filled again by each call.
const around = emptyWeights();

/**
 * Temperatures of a point, by the lookup's weights over the cells around it, to 0.01 °C; without a
 * point, or where no cell knows them, those of the price area's town.
 */
export function placeTemperatures(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
): PlaceTemperatures {
  const temperatureC = location && pointTemperatures(prices, location);
  if (temperatureC) return { temperatureC, place: 'the point' };
  const town = prices.header.household.towns[zone];
  return { temperatureC: town.temperature_c, place: town.name };
}

function pointTemperatures(
  prices: PricesArtifact,
  { lat, lng }: SimulationLocation,
): number[] | null {
  spatialWeights(prices, lat, lng, around);
  const sums = new Float64Array(MONTHS);
  let known = 0;
  for (let i = 0; i < around.count; i++) {
    const first = around.cells[i] * MONTHS;
    if (prices.temperature[first] === NO_TEMPERATURE) continue;
    known += around.weights[i];
    for (let month = 0; month < MONTHS; month++) {
      sums[month] += around.weights[i] * prices.temperature[first + month];
    }
  }
  return known === 0 ? null : Array.from(sums, (tenths) => roundTo(tenths / known / 10, 2));
}
