/**
 * Sums of up to four places in the kernels' memory (`PlaneGeometry.sums`), computed by either of two kernels:
 *
 * - exactly (`assembly/add-day.ts`), in double precision, the same to the last bit whichever planes and places are
 *   computed together; and
 * - nearly (`assembly/add-day-nearly.ts`), in less than half the time, whose output is within `nearness` of the exact one.
 *
 * The yield cube is stored in counts of 16 bits. Nearly is enough for all but the two in a hundred whose value lies so
 * near to the middle between two counts that the exact one may round to the other (dataset/quantise.ts); these are then
 * computed exactly, so that every count is that of the exact sums.
 */
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { STEP_BYTES } from './lit-planes.ts';
import { warmingKPerWM2 } from './module-yield.ts';
import { type Climate, type PvModel, setPlaces } from './place-light.ts';
import { PLACES, type PlaneGeometry } from './plane-geometry.ts';

/** Places that `addDay` takes. */
const PAIR = 2;

/** Half a unit in the last place of single precision: the most by which an operation rounds, in parts of its result. */
const ROUNDING = 2 ** -24;

/** Steps of a usual month: three days of 24. */
const USUAL_STEPS = 72;

/**
 * Most that the output of a month by `sumNearly` differs from the exact one, in parts of the month's irradiation.
 *
 * A step's output goes through some fifteen operations: what they take in is rounded, then the used light, the
 * logarithm, the terms of the efficiency, the product. Each errs by at most `ROUNDING` of the step's irradiation, or
 * little more: no term of the efficiency is much above 1 where there is output. Were they all to err the same way it
 * would be 16 times that. They do not, and steps are summed in double precision, so that the errors of a month's
 * steps cancel the more the more there are: of 60 million sums of random climates, 1.7 times it was the most in usual
 * months, and 7.3 times in months of two steps. The test holds what it finds below half of the bound.
 */
export function nearness({ firstDay, hours, stepsPerDay }: LatitudeSun, month: number): number {
  let steps = 0;
  for (let day = firstDay[month]; day < firstDay[month + 1]; day++) {
    if (hours[day * stepsPerDay] > 0) steps += stepsPerDay;
  }
  return (steps < USUAL_STEPS ? 16 : 4) * ROUNDING;
}

/** Sums of all planes. */
export function sumAll(planes: PlaneGeometry, places: readonly Climate[], model: PvModel): void {
  setPlaces(planes, filledUp(places, PAIR), model);
  planes.sums.fill(0);
  planes.wanted.fill(1);
  for (let place = 0; place < places.length; place += PAIR) {
    for (let month = 0; month < MONTHS; month++) addMonth(planes, month, model, place);
  }
  setSunlessMonths(planes, places, model);
}

/** Sums of all planes, their output to within `nearness`; none is wanted. */
export function sumNearly(planes: PlaneGeometry, places: readonly Climate[], model: PvModel): void {
  setPlaces(planes, filledUp(places, PLACES), model);
  planes.sums.fill(0);
  planes.wanted.fill(0);
  for (let month = 0; month < MONTHS; month++) addMonth(planes, month, model);
  setSunlessMonths(planes, places, model);
}

/** Sums of the wanted planes once more, after `sumNearly`; none is wanted then. */
export function sumWanted(planes: PlaneGeometry, model: PvModel): void {
  for (let place = 0; place < PLACES; place += PAIR) {
    for (let month = 0; month < MONTHS; month++) {
      if (!isLit(planes.sun, month)) continue;
      if (clearWanted(planes, place, month)) addMonth(planes, month, model, place);
    }
  }
  planes.wanted.fill(0);
}

function filledUp(places: readonly Climate[], multiple: number): Climate[] {
  const missing = (multiple - (places.length % multiple)) % multiple;
  return [...places, ...Array<Climate>(missing).fill(places[0])];
}

/** Whether any plane of the month is wanted, whose sums are 0 then. */
function clearWanted(planes: PlaneGeometry, place: number, month: number): boolean {
  const { sums, wanted } = planes;
  const count = planes.tilts * planes.azimuths;
  const marks = firstMark(planes, place, month);
  let any = false;
  for (let plane = 0; plane < count; plane++) {
    if (wanted[marks + plane] === 0) continue;
    any = true;
    const at = 2 * PLACES * (month * count + plane) + place;
    for (let i = at; i < at + PAIR; i++) sums[i] = sums[i + PLACES] = 0;
  }
  return any;
}

/** Adds the days of a month: of two places exactly, or of four nearly where no place is given. */
function addMonth(planes: PlaneGeometry, month: number, model: PvModel, place?: number): void {
  const { sun, at, orderAt, litAt } = planes;
  const offset = 8 * (place ?? 0);
  const add = place === undefined ? planes.addDayNearly : planes.addDay;
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    const hours = sun.hours[day * sun.stepsPerDay];
    if (hours === 0) continue;
    add(
      orderAt[day],
      litAt[day],
      at.light + day * sun.stepsPerDay * STEP_BYTES + offset,
      at.air + 8 * PLACES * month + offset,
      at.sums + 16 * PLACES * month * planes.tilts * planes.azimuths + offset,
      hours * sun.daysRepresented[month],
      1000 * warmingKPerWM2(model.windMS),
      at.wanted + firstMark(planes, place ?? 0, month),
    );
  }
}

/** Index of the marks of a month's planes, of the pair that the place is in. */
export function firstMark(planes: PlaneGeometry, place: number, month: number): number {
  return ((place >> 1) * MONTHS + month) * planes.tilts * planes.azimuths;
}

/** Whether the sun rises on any representative day of the month. */
function isLit(sun: LatitudeSun, month: number): boolean {
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    if (sun.dayShare[day] > 0) return true;
  }
  return false;
}

/** Twilight only: all of it diffuse, from an isotropic sky; too dim to convert. */
function setSunlessMonths(
  { sun, tilts, azimuths, skyView, groundView, sums }: PlaneGeometry,
  places: readonly Climate[],
  { albedo }: PvModel,
): void {
  for (let month = 0; month < MONTHS; month++) {
    if (isLit(sun, month)) continue;
    places.forEach(({ ghiKwhM2 }, place) => {
      for (let plane = 0; plane < tilts * azimuths; plane++) {
        const tilt = Math.floor(plane / azimuths);
        sums[2 * PLACES * (month * tilts * azimuths + plane) + place] =
          ghiKwhM2[month] * (skyView[tilt] + albedo * groundView[tilt]);
      }
    });
  }
}
