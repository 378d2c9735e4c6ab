import type {
  Cell,
  ChanceOfYield,
  Optimal,
  PvYieldInput,
  PvYieldMatrixInput,
  TotalUncertainty,
  Variability,
} from '../../../schemas/types.ts';
import type { YieldDataset } from './dataset.ts';
import {
  asciiText,
  cachedWriter,
  fieldsWriter,
  objectWriter,
  textWriter,
  writeBytes,
  writeJson,
  writeNumber,
  writeNumbers,
} from './json/json-bytes.ts';
import { matrixAnswer, type PlaneAnswer, planeAnswer } from './plane-answer.ts';
import { VARIABILITY_SOURCE } from './variability.ts';

const writeChance = objectWriter<ChanceOfYield>({
  sd_pct: writeNumber,
  p90: writeNumber,
});

/** The fields in their order in the text. A field of the schema that is not here does not compile. */
const writePlaneFields = fieldsWriter<PlaneAnswer>({
  annual_kwh_kwp: writeNumber,
  monthly_kwh_kwp: writeNumbers,
  poa_annual_kwh_m2: writeNumber,
  ghi_annual_kwh_m2: writeNumber,
  optimal: objectWriter<Optimal>({
    tilt_deg: writeNumber,
    azimuth_deg: writeNumber,
    annual_kwh_kwp: writeNumber,
  }),
  orientation_factor: writeNumber,
  cell: cachedWriter<Cell>(),
  input: objectWriter<PvYieldInput>({
    lat: writeNumber,
    lng: writeNumber,
    tilt: writeNumber,
    azimuth: writeNumber,
    system_loss: writeNumber,
    shading: writeNumber,
    kwp: writeNumber,
  }),
  annual_kwh: writeNumber,
  monthly_kwh: writeNumbers,
  variability: objectWriter<Variability>({
    ghi_annual_sd_pct: writeNumber,
    annual_sd_pct: writeNumber,
    monthly_sd_pct: writeNumbers,
    p90_annual_kwh_kwp: writeNumber,
    p50_annual_kwh_kwp: writeNumber,
    p10_annual_kwh_kwp: writeNumber,
    source: textWriter(JSON.stringify(VARIABILITY_SOURCE)),
    total: objectWriter<TotalUncertainty>({
      one_year: writeChance,
      mean_of_20_years: writeChance,
      dataset_sd_pct: writeNumber,
    }),
  }),
});

/**
 * The answer to the lookup of a covered point, as ASCII JSON. The part that all answers share
 * is written already.
 */
export function pvYieldJson(data: YieldDataset, input: PvYieldInput): string {
  return asciiText(() => {
    writeJson('{');
    writePvYieldFields(data, input);
  });
}

/** Appends that answer from its first field on, after other fields. */
export function writePvYieldFields(data: YieldDataset, input: PvYieldInput): void {
  writePlaneFields(planeAnswer(data, input));
  writeBytes(data.commonJson);
}

/** Yields of every plane of the dataset at a covered point, as JSON: of the year, and on request of each month. */
export function matrixJson(data: YieldDataset, input: PvYieldMatrixInput): Buffer {
  const own = JSON.stringify(matrixAnswer(data, input)).slice(0, -1);
  return Buffer.concat([Buffer.from(own), data.commonJson]);
}
