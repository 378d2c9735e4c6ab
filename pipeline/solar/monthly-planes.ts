import { emptyDaySteps, splitDay } from './day-profile.ts';
import { erbsDiffuseFraction } from './diffuse-fraction.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { daytimeTemperatureC, warmingKPerWM2 } from './module-yield.ts';
import type { SkyModel } from './sky-models.ts';
import {
  addDay,
  type PlaneGeometry,
  type PlaneTotals,
  type SiteConditions,
} from './transposition.ts';

/** What is known of a place, January to December; NaN where it is not. */
export interface Climate {
  ghiKwhM2: ArrayLike<number>;
  /** NaN: Erbs' regression decides. */
  diffuseFraction: ArrayLike<number>;
  /** 24 h means; NaN: 8 °C. */
  temperatureC: ArrayLike<number>;
}

/** Parameters that one dataset has throughout. */
export interface PvModel {
  skyModel: SkyModel;
  albedo: number;
  windMS: number;
  systemLoss: number;
}

/** Monthly sums of a set of planes, [month][tilt][azimuth], azimuth fastest. */
export interface MonthlyPlanes {
  poaKwhM2: Float64Array;
  yieldKwhKwp: Float64Array;
}

/** Sums to fill for the given planes. */
export function emptyMonthlyPlanes(planes: PlaneGeometry): MonthlyPlanes {
  const size = 12 * planes.tilts * planes.azimuths;
  return { poaKwhM2: new Float64Array(size), yieldKwhKwp: new Float64Array(size) };
}

/** Diffuse fraction of each month: the given one, or Erbs' where it is NaN. */
export function diffuseFractions(sun: LatitudeSun, climate: Climate): Float64Array {
  return Float64Array.from({ length: 12 }, (_, month) => {
    const given = climate.diffuseFraction[month];
    if (!Number.isNaN(given)) return given;
    const clearness = climate.ghiKwhM2[month] / sun.monthlyExtraterrestrialKwhM2[month];
    return erbsDiffuseFraction(clearness, sun.erbsWinter[month]);
  });
}

/**
 * Monthly in-plane irradiation and yield (after system loss) of every plane at one place.
 * @param diffuseFraction 12 values as from `diffuseFractions`
 * @param out overwritten
 */
export function monthlyPlanes(
  planes: PlaneGeometry,
  climate: Climate,
  diffuseFraction: Float64Array,
  model: PvModel,
  out: MonthlyPlanes,
): void {
  const { sun } = planes;
  const profile = emptyDaySteps(sun.stepsPerDay);
  const count = planes.tilts * planes.azimuths;
  for (let month = 0; month < 12; month++) {
    const totals: PlaneTotals = {
      poaKwhM2: out.poaKwhM2.subarray(month * count, (month + 1) * count).fill(0),
      yieldKwhKwp: out.yieldKwhKwp.subarray(month * count, (month + 1) * count).fill(0),
      tiltPoaKwhM2: new Float64Array(planes.tilts),
      tiltYieldKwhKwp: new Float64Array(planes.tilts),
    };
    const ghiKwhM2 = climate.ghiKwhM2[month];
    if (!isLit(sun, month)) {
      setSunlessMonth(planes, ghiKwhM2, model.albedo, totals.poaKwhM2);
      continue;
    }
    const site = siteConditions(climate.temperatureC[month], month, model);
    for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
      splitDay(sun, day, ghiKwhM2 * sun.dayShare[day], diffuseFraction[month], profile);
      addDay(planes, day, profile, site, totals);
    }
    const days = sun.daysRepresented[month];
    finish(totals.poaKwhM2, totals.tiltPoaKwhM2, planes.azimuths, days);
    finish(
      totals.yieldKwhKwp,
      totals.tiltYieldKwhKwp,
      planes.azimuths,
      days * (1 - model.systemLoss),
    );
  }
}

function siteConditions(temperatureC: number, month: number, model: PvModel): SiteConditions {
  return {
    albedo: model.albedo,
    skyModel: model.skyModel,
    airTemperatureC: daytimeTemperatureC(temperatureC, month),
    warmingKPerWM2: warmingKPerWM2(model.windMS),
  };
}

/** Whether the sun rises on any representative day of the month. */
function isLit(sun: LatitudeSun, month: number): boolean {
  return sun.dayShare
    .subarray(sun.firstDay[month], sun.firstDay[month + 1])
    .some((share) => share > 0);
}

/** Twilight only: all of it diffuse, from an isotropic sky; too dim to convert. */
function setSunlessMonth(
  planes: PlaneGeometry,
  ghiKwhM2: number,
  albedo: number,
  poa: Float64Array,
): void {
  for (let plane = 0; plane < poa.length; plane++) {
    const tilt = Math.floor(plane / planes.azimuths);
    poa[plane] = ghiKwhM2 * (planes.skyView[tilt] + albedo * planes.groundView[tilt]);
  }
}

/** Adds to each plane what its tilt has in any case, and scales from representative days to the month. */
function finish(
  values: Float64Array,
  tiltValues: Float64Array,
  azimuths: number,
  factor: number,
): void {
  for (let plane = 0; plane < values.length; plane++) {
    values[plane] = (values[plane] + tiltValues[Math.floor(plane / azimuths)]) * factor;
  }
}
