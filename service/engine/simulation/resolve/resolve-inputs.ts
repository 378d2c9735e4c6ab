import type { PriceArea } from '../../../../schemas/types.ts';
import { householdParts, houseLoad } from '../../house/house-load.ts';
import { simulatedYear } from '../../house/simulated-year.ts';
import type { ResolvedInputs } from '../house-case.ts';
import type { HouseRequest, ProgramRequest } from '../house-request.ts';
import { type HouseDataset, requirePrices } from './house-dataset.ts';
import { placeTemperatures, resolveZone } from './place.ts';
import { resolvePrices } from './prices.ts';
import { resolveProgram } from './program.ts';

const LICENCE = 'Data licensed CC BY 4.0.';

/**
 * Resolves place, prices, load and program of a request against the prices dataset, in one step.
 * @throws RequestError outside_coverage. prices_unavailable as `resolvePrices`. not_supported for hours of spot prices that the dataset lacks.
 * invalid_parameter for a price list or a program that it lacks
 */
export function resolveInputs(
  request: HouseRequest,
  program: ProgramRequest | undefined,
  dataset: HouseDataset,
): ResolvedInputs {
  const place = resolveZone(request, dataset);
  return {
    ...place,
    year: simulatedYear(dataset),
    ...resolvePrices(request, place.zone, dataset),
    ...resolveLoad(request, place.zone, dataset),
    program: program ? resolveProgram(program, dataset) : null,
    warranty: dataset.header.battery_programs.warranty,
    attribution: attributionOf(request, program, dataset),
  };
}

/** Names what placed, loaded and priced this very answer out of the prices dataset. */
function attributionOf(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | undefined,
  dataset: HouseDataset,
): string {
  const { dataset_version, battery_programs } = dataset.header;
  const credits: string[] = [];
  if (location) credits.push(`Place by dataset ${dataset_version} (Natural Earth).`);
  if (!('hourly_kwh' in consumption)) credits.push(`Load modelled by dataset ${dataset_version}.`);
  if (program && 'program' in program) {
    const record = battery_programs.programs.find((one) => one.program === program.program);
    if (record) credits.push(`Battery program as ${record.provider} states it.`);
  }
  const listed = prices.grid?.grid_tariff;
  if (typeof listed === 'string')
    credits.push(`Grid tariff ${listed} by dataset ${dataset_version}.`);

  if (!prices.preset) {
    if (credits.length === 0) credits.push("Computed from the caller's own data.");
    return [...credits, LICENCE].join(' ');
  }

  const { attribution, places } = requirePrices(dataset).header;
  // The place decides the energy tax, which model.tariff names with its municipality.
  if (location) credits.push(places.attribution);
  // The dataset's own credit is that of its spot prices, with the licence.
  return [...credits, attribution].join(' ');
}

/** The load of each hour: the caller's own, or the household model's at the temperatures of the place. */
export function resolveLoad(
  { consumption, location }: Pick<HouseRequest, 'consumption' | 'location'>,
  zone: PriceArea,
  dataset: HouseDataset,
): Pick<ResolvedInputs, 'loadKwh' | 'household'> {
  if ('hourly_kwh' in consumption) return { loadKwh: consumption.hourly_kwh, household: null };
  const { yearly_kwh: yearlyKwh, ev_km_per_day: evKmPerDay } = consumption;
  const { household: record } = dataset.header;
  const temperatures = placeTemperatures(dataset, location, zone);
  const use = { yearlyKwh, evKmPerDay };
  const loadKwh = houseLoad(record, temperatures.temperatureC, simulatedYear(dataset), use);
  return { loadKwh, household: { partsKwh: householdParts(record, yearlyKwh), temperatures } };
}
