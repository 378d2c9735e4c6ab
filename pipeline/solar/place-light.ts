import { MONTHS } from '../../schemas/codec/axes.ts';
import type { SkyModelName } from '../../schemas/types.ts';
import { type BeamMove, type DaySteps, emptyDaySteps, moveBeam, splitDay } from './day-profile.ts';
import { STEP_BYTES } from './lit-planes.ts';
import { daytimeTemperatureC } from './module-yield.ts';
import { PLACES, type PlaneGeometry } from './plane-geometry.ts';
import { SKY_MODELS } from './sky-models.ts';

/** Climate of a place, January to December. NaN where a value is unknown. */
export interface Climate {
  ghiKwhM2: ArrayLike<number>;
  /** NaN: by Erbs' regression. */
  diffuseFraction: ArrayLike<number>;
  /** 24 h means. NaN: 8 °C. */
  temperatureC: ArrayLike<number>;
  /** How each month's beam moves within its days. Absent: as on a mean day. */
  beamMoves?: readonly BeamMove[];
}

/** Parameters of the model that a dataset's cells share. */
export interface PvModel {
  skyModel: SkyModelName;
  albedo: number;
  windMS: number;
  systemLoss: number;
}

const STEP_VALUES = STEP_BYTES / 8;

/**
 * Sets the light and the air of up to `PLACES` places, all days of the year.
 * @param places with known diffuse fractions
 */
export function setPlaces(planes: PlaneGeometry, places: readonly Climate[], model: PvModel): void {
  const { sun, air } = planes;
  const profile = emptyDaySteps(sun.stepsPerDay);
  for (let place = 0; place < places.length; place++) {
    const { ghiKwhM2, diffuseFraction, temperatureC, beamMoves } = places[place];
    for (let month = 0; month < MONTHS; month++) {
      air[month * PLACES + place] = daytimeTemperatureC(temperatureC[month], month) - 25;
      for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
        if (sun.hours[day * sun.stepsPerDay] === 0) continue;
        splitDay(sun, day, ghiKwhM2[month] * sun.dayShare[day], diffuseFraction[month], profile);
        if (beamMoves) moveBeam(sun, day, beamMoves[month], profile.dniKwhM2);
        setLight(planes, day, profile, model, place);
      }
    }
  }
}

/** Sets the light of a day's steps, which all planes share: direct, isotropic sky, ground. */
function setLight(
  { sun, light }: PlaneGeometry,
  day: number,
  { dniKwhM2, dhiKwhM2 }: DaySteps,
  { skyModel, albedo }: PvModel,
  place: number,
): void {
  const first = day * sun.stepsPerDay;
  const kwPerKwh = 1 / sun.hours[first];
  const circumsolarShare = SKY_MODELS[skyModel];
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const cosSolarZenith = sun.cosSolarZenith[first + k];
    const dni = dniKwhM2[k];
    const dhi = dhiKwhM2[k];
    const circumsolar = dhi * circumsolarShare(dni, sun.dniExtraKwhM2[first + k]);
    const at = STEP_VALUES * (first + k) + place;
    light[at] = (dni + circumsolar / cosSolarZenith) * kwPerKwh;
    light[at + PLACES] = (dhi - circumsolar) * kwPerKwh;
    light[at + 2 * PLACES] = albedo * (dni * cosSolarZenith + dhi) * kwPerKwh;
  }
}
