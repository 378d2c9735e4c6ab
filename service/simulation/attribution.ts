import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import { usesPreset } from './hourly-prices.ts';
import type { HouseRequest, ProgramRequest } from './house-request.ts';

const OWN_DATA = "Computed from the caller's own data.";
const LICENCE = 'Data licensed CC BY 4.0.';

/** The prices dataset if this request takes anything from it: an answer without must not depend on it. */
export function datasetOf(
  request: HouseRequest,
  program: ProgramRequest | null,
  artifact: PricesArtifact | null,
): PricesArtifact | null {
  const { location, consumption, prices } = request;
  const isNeeded =
    location !== null ||
    consumption.form === 'model' ||
    usesPreset(prices) ||
    program?.form === 'named';
  return isNeeded ? artifact : null;
}

/**
 * Names what placed, loaded and priced this very answer.
 * @param artifact null: it takes nothing from the prices dataset
 */
export function attributionOf(
  { location, consumption, prices }: HouseRequest,
  program: ProgramRequest | null,
  artifact: PricesArtifact | null,
): string {
  if (!artifact) return `${OWN_DATA} ${LICENCE}`;
  const { dataset_version, attribution, battery_programs, places } = artifact.header;
  const credits: string[] = [];
  if (location) credits.push(`Place by dataset ${dataset_version} (Natural Earth).`);
  if (consumption.form === 'model') credits.push(`Load modelled by dataset ${dataset_version}.`);
  if (program?.form === 'named') {
    const record = battery_programs.programs.find((one) => one.program === program.name);
    if (record) credits.push(`Battery program as ${record.provider} states it.`);
  }
  // The place decides the energy tax, which model.tariff tells with its municipality.
  if (location && usesPreset(prices)) credits.push(places.attribution);
  // The dataset's own credit is that of its spot prices, with the licence.
  credits.push(usesPreset(prices) ? attribution : LICENCE);
  return credits.join(' ');
}
