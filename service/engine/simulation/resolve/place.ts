/** Properties of a house that follow from its place: price area, energy tax and temperatures. */

import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { COUNTRY } from '../../../../schemas/codec/coverage-mask.ts';
import { distanceKm } from '../../../../schemas/codec/great-circle.ts';
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import { NO_TEMPERATURE, type PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  EnergyTaxArea,
  PriceArea,
  ReducedEnergyTax,
  SimulationLocation,
} from '../../../../schemas/types.ts';
import { roundTo } from '../../round.ts';
import { assertCovered } from '../../yield/assert-covered.ts';
import { emptyWeights, spatialWeights } from '../../yield/spatial-weights.ts';
import type { PlaceTemperatures, ResolvedInputs } from '../house-case.ts';
import type { HouseRequest } from '../house-request.ts';
import type { HouseDataset } from './house-dataset.ts';

/**
 * Finds the price area: the given one, else that of the point. Without a point SE3.
 * @throws RequestError outside_coverage
 */
export function resolveZone(
  { location, zone: unplaced }: Pick<HouseRequest, 'location' | 'zone'>,
  { mask, header }: HouseDataset,
): Pick<ResolvedInputs, 'zone' | 'zoneSource'> {
  if (!location) return { zone: unplaced ?? 'SE3', zoneSource: unplaced ? 'request' : 'default' };
  const { lat, lng, zone } = location;
  assertCovered(mask, COUNTRY, lat, lng, 'location');
  if (zone) return { zone, zoneSource: 'request' };
  return { zone: priceAreaOf(header.price_areas.boundaries, lat, lng), zoneSource: 'point' };
}

/**
 * Whether a house pays the reduced energy tax: by the municipality of the place nearest to its
 * point, and without a point by its price area.
 */
export function energyTaxArea(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
): EnergyTaxArea {
  const area = prices.header.tariffs.reduced_energy_tax;
  return location ? atPoint(prices, area, location) : inZone(area, zone);
}

function atPoint(
  prices: PricesArtifact,
  area: ReducedEnergyTax,
  { lat, lng }: SimulationLocation,
): EnergyTaxArea {
  const { place_municipality, header } = prices;
  const [place, km] = nearestPlace(prices, lat, lng);
  const municipality = header.places.municipalities[place_municipality[place]];
  const reduced =
    area.counties.includes(municipality.code.slice(0, 2)) ||
    area.municipalities.includes(municipality.code);
  const verb = reduced ? 'has' : 'does not have';
  const why = `The nearest place known is ${header.places.names[place]}, ${km.toFixed(0)} km away; its municipality (${municipality.name}) ${verb} the reduced tax.`;
  return { reduced, municipality: municipality.name, why };
}

function inZone({ price_areas }: ReducedEnergyTax, zone: PriceArea): EnergyTaxArea {
  const why = `No location is given; without one the reduced tax counts in ${price_areas.join(', ')} only.`;
  return { reduced: price_areas.includes(zone), municipality: null, why };
}

/** The town or village nearest to a point (degrees, WGS84), and its distance on the great circle. */
function nearestPlace(
  { place_point, place_municipality }: PricesArtifact,
  lat: number,
  lng: number,
): [place: number, km: number] {
  let nearest = 0;
  let minKm = Infinity;
  for (let place = 0; place < place_municipality.length; place++) {
    const km = distanceKm(lat, lng, place_point[2 * place], place_point[2 * place + 1]);
    if (km >= minKm) continue;
    nearest = place;
    minKm = km;
  }
  return [nearest, minKm];
}

// Filled again by each call.
const around = emptyWeights();

/**
 * Temperatures of a point, by the lookup's weights over the cells around it, to 0.01 °C. Without a
 * point, or where no cell knows them, those of the price area's town.
 */
export function placeTemperatures(
  dataset: HouseDataset,
  location: SimulationLocation | null,
  zone: PriceArea,
): PlaceTemperatures {
  const temperatureC = location && pointTemperatures(dataset, location);
  if (temperatureC) return { temperatureC, place: 'the point' };
  const town = dataset.header.household.towns[zone];
  return { temperatureC: town.temperature_c, place: town.name };
}

function pointTemperatures(
  dataset: HouseDataset,
  { lat, lng }: SimulationLocation,
): number[] | null {
  spatialWeights(dataset, lat, lng, around);
  const sums = new Float64Array(MONTHS);
  let known = 0;
  for (let i = 0; i < around.count; i++) {
    const first = around.cells[i] * MONTHS;
    if (dataset.temperature[first] === NO_TEMPERATURE) continue;
    known += around.weights[i];
    for (let month = 0; month < MONTHS; month++) {
      sums[month] += around.weights[i] * dataset.temperature[first + month];
    }
  }
  return known === 0 ? null : Array.from(sums, (tenths) => roundTo(tenths / known / 10, 2));
}
