import { planeSums, STANDARD_MODEL } from '#solar/monthly-planes.ts';
import {
  AZIMUTHS,
  MONTHS,
  PLANES,
  planeIndex,
  STORED_AZIMUTHS_DEG,
  storedAzimuthIndex,
  TILTS,
  TILTS_DEG,
} from '../../schemas/codec/axes.ts';
import type { CellAnswer, CellQuestion } from '../../schemas/types.ts';

/** Runs the build's kernel for a place that the caller describes: all planes, not quantised. */
export function answerCell(question: CellQuestion): CellAnswer {
  const climate = {
    ghiKwhM2: question.ghi_kwh_m2,
    diffuseFraction: question.diffuse_fraction ?? Array(MONTHS).fill(Number.NaN),
    temperatureC: question.temperature_c ?? Array(MONTHS).fill(Number.NaN),
  };
  const model = {
    ...STANDARD_MODEL,
    skyModel: question.sky_model ?? STANDARD_MODEL.skyModel,
    albedo: question.albedo ?? STANDARD_MODEL.albedo,
    windMS: question.wind_m_s ?? STANDARD_MODEL.windMS,
  };
  const table = { tiltsDeg: TILTS_DEG, azimuthsDeg: STORED_AZIMUTHS_DEG };
  const sums = planeSums(question.lat, climate, table, model);
  return {
    diffuse_fraction: Array.from(sums.diffuseFraction),
    poa_kwh_m2: allAzimuths(sums.poaKwhM2),
    yield_kwh_kwp: allAzimuths(sums.yieldKwhKwp),
  };
}

/** [month][stored plane] as nested arrays with all 36 azimuths. */
function allAzimuths(values: Float64Array): number[][][] {
  const sequence = (length: number) => Array.from({ length }, (_, i) => i);
  return sequence(MONTHS).map((month) =>
    sequence(TILTS).map((tilt) =>
      sequence(AZIMUTHS).map(
        (azimuth) => values[month * PLANES + planeIndex(tilt, storedAzimuthIndex(azimuth))],
      ),
    ),
  );
}
