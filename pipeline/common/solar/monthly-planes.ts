import { MONTHS } from '../../../schemas/codec/axes.ts';
import { type BeamMove, moveBeam } from './beam-move.ts';
import { type DaySteps, emptyDaySteps, splitDay } from './day-profile.ts';
import { erbsDiffuseFraction } from './diffuse-fraction.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { daytimeTemperatureC, warmingKPerWM2 } from './module-yield.ts';
import type { PlaneGeometry } from './plane-geometry.ts';
import type { SkyModel } from './sky-models.ts';

/** Climate of a place, January to December; NaN where a value is unknown. */
export interface Climate {
  ghiKwhM2: ArrayLike<number>;
  /** NaN: Erbs' regression decides. */
  diffuseFraction: ArrayLike<number>;
  /** 24 h means; NaN: 8 °C. */
  temperatureC: ArrayLike<number>;
  /** Beam of the months moved within their days; as on a mean day where absent. */
  beamMoves?: readonly BeamMove[];
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

/** Diffuse fraction of each month: the given one, or Erbs' where it is NaN. */
export function diffuseFractions(sun: LatitudeSun, climate: Climate): Float64Array {
  return Float64Array.from({ length: 12 }, (_, month) => {
    const known = climate.diffuseFraction[month];
    if (!Number.isNaN(known)) return known;
    const clearness = climate.ghiKwhM2[month] / sun.monthlyGhiExtraKwhM2[month];
    return erbsDiffuseFraction(clearness, sun.erbsWinter[month]);
  });
}

/**
 * Monthly in-plane irradiation and yield (after system loss) of every plane at places of one latitude,
 * in their order. The kernel takes two at a time; an odd last one is computed twice.
 * @param climates with known diffuse fractions (`diffuseFractions`)
 */
export function* monthlyPlanes(
  planes: PlaneGeometry,
  climates: readonly Climate[],
  model: PvModel,
): Generator<MonthlyPlanes> {
  for (let i = 0; i < climates.length; i += 2) {
    const places = climates.slice(i, i + 2);
    planes.sums.fill(0);
    for (let month = 0; month < MONTHS; month++) {
      addMonth(planes, month, [places[0], places[1] ?? places[0]], model);
    }
    yield* places.map((climate, place) => sumsOf(planes, place, climate, model));
  }
}

function addMonth(planes: PlaneGeometry, month: number, places: Climate[], model: PvModel): void {
  const { sun, air } = planes;
  const warming = 1000 * warmingKPerWM2(model.windMS);
  for (let place = 0; place < places.length; place++) {
    air[place] = daytimeTemperatureC(places[place].temperatureC[month], month) - 25;
  }
  const profile = emptyDaySteps(sun.stepsPerDay);
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    const hours = sun.hours[day * sun.stepsPerDay];
    if (hours === 0) continue;
    for (let place = 0; place < places.length; place++) {
      const { ghiKwhM2, diffuseFraction, beamMoves } = places[place];
      splitDay(sun, day, ghiKwhM2[month] * sun.dayShare[day], diffuseFraction[month], profile);
      if (beamMoves) moveBeam(sun, day, beamMoves[month], profile.dniKwhM2);
      setLight(planes, day, profile, model, place);
    }
    const sums = (month * planes.sums.byteLength) / MONTHS;
    const { orderAt, litAt } = planes;
    planes.addDay(orderAt[day], litAt[day], sums, hours * sun.daysRepresented[month], warming);
  }
}

/** Sets the light of a day's steps that every plane gets: direct, of the isotropic sky, of the ground. */
function setLight(
  { sun, light }: PlaneGeometry,
  day: number,
  { dniKwhM2, dhiKwhM2 }: DaySteps,
  { skyModel, albedo }: PvModel,
  place: number,
): void {
  const first = day * sun.stepsPerDay;
  const kwPerKwh = 1 / sun.hours[first];
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const cosSolarZenith = sun.cosSolarZenith[first + k];
    const dni = dniKwhM2[k];
    const dhi = dhiKwhM2[k];
    const circumsolar = dhi * skyModel(dni, sun.dniExtraKwhM2[first + k]);
    const at = 12 * k + place;
    light[at] = (dni + circumsolar / cosSolarZenith) * kwPerKwh;
    light[at + 2] = (dhi - circumsolar) * kwPerKwh;
    light[at + 4] = albedo * (dni * cosSolarZenith + dhi) * kwPerKwh;
  }
}

/** The sums of one of the two places. */
function sumsOf(
  planes: PlaneGeometry,
  place: number,
  { ghiKwhM2 }: Climate,
  { systemLoss, albedo }: PvModel,
): MonthlyPlanes {
  const { sums, sun } = planes;
  const count = planes.tilts * planes.azimuths;
  const poaKwhM2 = everyFourth(sums, place, 1);
  const yieldKwhKwp = everyFourth(sums, 2 + place, 1 - systemLoss);
  for (let month = 0; month < MONTHS; month++) {
    if (isLit(sun, month)) continue;
    const poa = poaKwhM2.subarray(month * count, (month + 1) * count);
    setSunlessMonth(planes, ghiKwhM2[month], albedo, poa);
  }
  return { poaKwhM2, yieldKwhKwp };
}

/** A function of its own: V8 takes back what it compiled of a loop when code after it has never run. */
function everyFourth(sums: Float64Array, first: number, factor: number): Float64Array {
  const values = new Float64Array(sums.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = sums[4 * i + first] * factor;
  return values;
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
