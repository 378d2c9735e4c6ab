import { householdParts, houseLoad } from '#engine/house/house-load.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { PriceArea } from '../../../../schemas/types.ts';
import { simulatedYear } from '../../simulated-year.ts';
import type { ResolvedInputs } from '../house-case.ts';
import type { HouseRequest } from '../house-request.ts';
import { placeTemperatures } from './place.ts';

/** The load of each hour: the caller's own, or the household model's at the temperatures of the place. */
export function resolveLoad(
  { consumption, location }: Pick<HouseRequest, 'consumption' | 'location'>,
  zone: PriceArea,
  prices: PricesArtifact,
): Pick<ResolvedInputs, 'loadKwh' | 'household'> {
  if ('hourly_kwh' in consumption) return { loadKwh: consumption.hourly_kwh, household: null };
  const { yearly_kwh: yearlyKwh, ev_km_per_day: evKmPerDay } = consumption;
  const { household: record } = prices.header;
  const temperatures = placeTemperatures(prices, location, zone);
  const use = { yearlyKwh, evKmPerDay };
  const loadKwh = houseLoad(record, temperatures.temperatureC, simulatedYear(prices), use);
  return { loadKwh, household: { partsKwh: householdParts(record, yearlyKwh), temperatures } };
}
