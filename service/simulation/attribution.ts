import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { HouseRequest, ProgramRequest } from './house-request.ts';

const LICENCE = 'Data licensed CC BY 4.0.';

/** Of an answer that takes nothing from the prices dataset. */
export const OWN_DATA = `Computed from the caller's own data. ${LICENCE}`;

/** Names what placed, loaded and priced this very answer out of the prices dataset. */
export function attributionOf(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | undefined,
  { header }: PricesArtifact,
): string {
  const { dataset_version, attribution, battery_programs, places } = header;
  const credits: string[] = [];
  if (location) credits.push(`Place by dataset ${dataset_version} (Natural Earth).`);
  if (!('hourly_kwh' in consumption)) credits.push(`Load modelled by dataset ${dataset_version}.`);
  if (program && 'program' in program) {
    const record = battery_programs.programs.find((one) => one.program === program.program);
    if (record) credits.push(`Battery program as ${record.provider} states it.`);
  }
  // The place decides the energy tax, which model.tariff tells with its municipality.
  if (location && prices.preset) credits.push(places.attribution);
  // The dataset's own credit is that of its spot prices, with the licence.
  credits.push(prices.preset ? attribution : LICENCE);
  return credits.join(' ');
}
