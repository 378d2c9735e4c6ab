import type { SummerTime } from '#clock/stockholm-time.ts';
import { DEFAULT_TEMPERATURE_C } from '#solar/module-yield.ts';
import type { Climate } from '#solar/place-light.ts';
import { SKY_MODELS } from '#solar/sky-models.ts';
import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { SkyModelName } from '../../../schemas/types.ts';
import { faceYear } from './face-year.ts';
import { horizonOf } from './hours/horizon.ts';
import { emptyHourlySky, setHourlySky } from './hours/hourly-sky.ts';
import type { YearModel } from './hours/hourly-yield.ts';
import { emptyObstruction, obstructSky } from './hours/obstructed-sky.ts';
import { emptyYield, planeYield, pointNumbers } from './lookup.ts';
import { weightsAt, yieldFactor } from './plane-answer.ts';
import type { SeriesInput } from './series-input.ts';
import { type SpatialWeights, weighCells } from './spatial-weights.ts';

// Filled again by each call: 0.9 MB that need not be collected.
const sky = emptyHourlySky();
const obstruction = emptyObstruction();
const faceHours = new Float64Array(HOURS);
const found = emptyYield();

/** Inputs of the sky that is in `sky`. */
let last: { skyModel?: SkyModelName; key: number[] } = { key: [] };

/**
 * Computes the production of the faces of a covered point in a year of 365 days, kWh, the months of each as the lookup
 * has them, and whatever depends only on the place once.
 */
export function roofYear(artifact: PvYieldCells, input: SeriesInput, summerTime: SummerTime) {
  const around = weightsAt(artifact, input.lat, input.lng);
  const climate = pointClimate(artifact, around);
  const model = yearModel(artifact, summerTime);
  const hourlyKwh = new Float64Array(HOURS);
  setSky(input, climate, model.skyModel);
  const { horizonDeg } = input;
  const obstructed = horizonDeg && obstructSky(sky, horizonOf(horizonDeg), obstruction);
  pointNumbers(artifact, around, found);
  const light = { sky, obstructed, temperatureC: climate.temperatureC, model };
  const faces = input.faces.map((face) => {
    planeYield(artifact, around, face.input.tilt, face.input.azimuth, found);
    const kwp = yieldFactor(artifact, face.input) * face.input.kwp;
    const year = faceYear(face, found, kwp, light, faceHours);
    for (let t = 0; t < HOURS; t++) hourlyKwh[t] += faceHours[t];
    const orientationFactor = Math.min(1, found.annualKwhKwp / found.optimumAnnualKwhKwp);
    return { ...year, orientationFactor };
  });
  return {
    /** [Swedish clock hour], after clipping. */
    hourlyKwh,
    /** The part of each month that the inverter does not deliver. */
    clippedKwh: clipHours(hourlyKwh, input.inverterKw),
    /** Faces in the order of the request, before clipping. */
    faces,
  };
}

export type RoofYear = ReturnType<typeof roofYear>;

/** Makes the sky over a place. Who tries another roof at the place of the call before has it already. */
function setSky({ lat, lng }: SeriesInput, climate: Climate, skyModel: SkyModelName): void {
  const { ghiKwhM2, diffuseFraction } = climate;
  const key = [lat, lng, ...Array.from(ghiKwhM2), ...Array.from(diffuseFraction)];
  if (last.skyModel === skyModel && key.every((value, i) => value === last.key[i])) return;
  setHourlySky(lat, lng, climate, SKY_MODELS[skyModel], sky);
  last = { skyModel, key };
}

function yearModel({ header }: PvYieldCells, summerTime: SummerTime): YearModel {
  const { sky_model, albedo, wind_m_s, system_loss } = header.model;
  return {
    skyModel: sky_model,
    albedo,
    windMS: wind_m_s,
    systemLoss: system_loss,
    summerTime,
  };
}

/** Caps the hours. @returns kWh that each month loses by it */
function clipHours(hours: Float64Array, maxKwh: number): Float64Array {
  const clipped = new Float64Array(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      if (hours[t] <= maxKwh) continue;
      clipped[month] += hours[t] - maxKwh;
      hours[t] = maxKwh;
    }
  }
  return clipped;
}

/** Months of a point, by the same weights over its cells as its yields. */
function pointClimate(artifact: PvYieldCells, around: SpatialWeights): Climate {
  const { ghi, diffuse_fraction, temperature } = artifact;
  const monthsOf = (values: Float32Array, unknown?: number) =>
    Float64Array.from({ length: MONTHS }, (_, month) =>
      weighCells(around, values, MONTHS, month, unknown),
    );
  return {
    ghiKwhM2: monthsOf(ghi),
    diffuseFraction: monthsOf(diffuse_fraction),
    temperatureC: monthsOf(temperature, DEFAULT_TEMPERATURE_C),
  };
}
