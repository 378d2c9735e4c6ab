import {
  AZIMUTHS,
  MONTHS,
  PLANES,
  planeIndex,
  STORED_AZIMUTHS_DEG,
  storedAzimuthIndex,
  TILTS,
  TILTS_DEG,
} from '../../schemas/axes.ts';
import type { CellAnswer, CellQuestion } from '../../schemas/types.ts';
import { latitudeSun } from '../solar/latitude-sun.ts';
import { DEFAULT_SYSTEM_LOSS, DEFAULT_WIND_M_S } from '../solar/module-yield.ts';
import { diffuseFractions, emptyMonthlyPlanes, monthlyPlanes } from '../solar/monthly-planes.ts';
import { SKY_MODELS } from '../solar/sky-models.ts';
import { planeGeometry } from '../solar/transposition.ts';

const DAYS_PER_MONTH = 3;
const STEPS_PER_DAY = 24;

/** The build's own kernel for one place that the caller describes, all planes, not quantised. */
export function answerCell(question: CellQuestion): CellAnswer {
  const sun = latitudeSun(question.lat, DAYS_PER_MONTH, STEPS_PER_DAY);
  const planes = planeGeometry(sun, TILTS_DEG, STORED_AZIMUTHS_DEG);
  const climate = {
    ghiKwhM2: question.ghi_kwh_m2,
    diffuseFraction: question.diffuse_fraction ?? Array(MONTHS).fill(Number.NaN),
    temperatureC: question.temperature_c ?? Array(MONTHS).fill(Number.NaN),
  };
  const model = {
    skyModel: SKY_MODELS[question.sky_model ?? 'hay_davies'],
    albedo: question.albedo ?? 0.2,
    windMS: question.wind_m_s ?? DEFAULT_WIND_M_S,
    systemLoss: DEFAULT_SYSTEM_LOSS,
  };
  const kd = diffuseFractions(sun, climate);
  const sums = emptyMonthlyPlanes(planes);
  monthlyPlanes(sun, planes, climate, kd, model, sums);
  return {
    diffuse_fraction: Array.from(kd),
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
