import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type {
  EnergyTaxArea,
  PriceArea,
  ReducedEnergyTax,
  SimulationLocation,
} from '../../schemas/types.ts';
import { nearestPlace } from './nearest-place.ts';

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
  const { name, municipality, distanceKm } = nearestPlace(prices, lat, lng);
  const reduced =
    area.counties.includes(municipality.code.slice(0, 2)) ||
    area.municipalities.includes(municipality.code);
  const verb = reduced ? 'has' : 'does not have';
  const why = `The nearest place known is ${name}, ${distanceKm.toFixed(0)} km away; its municipality (${municipality.name}) ${verb} the reduced tax.`;
  return { reduced, municipality: municipality.name, why };
}

function inZone({ price_areas }: ReducedEnergyTax, zone: PriceArea): EnergyTaxArea {
  const why = `No location is given; without one the reduced tax counts in ${price_areas.join(', ')} only.`;
  return { reduced: price_areas.includes(zone), municipality: null, why };
}
