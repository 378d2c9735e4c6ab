import { MONTHS } from '../../schemas/codec/axes.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { STEP_BYTES } from './lit-planes.ts';
import { warmingKPerWM2 } from './module-yield.ts';
import { type Climate, type PvModel, setPlaces } from './place-light.ts';
import { PLACES, type PlaneGeometry } from './plane-geometry.ts';

/**
 * Sums of all planes of up to `PLACES` places, into `planes.sums`. The bits of a place do not depend on which
 * others are computed with it.
 * @param places with known diffuse fractions
 */
export function sumAll(planes: PlaneGeometry, places: readonly Climate[], model: PvModel): void {
  const missing = PLACES - places.length;
  setPlaces(planes, [...places, ...Array<Climate>(missing).fill(places[0])], model);
  planes.sums.fill(0);
  for (let month = 0; month < MONTHS; month++) addMonth(planes, month, model);
  setSunlessMonths(planes, places, model);
}

function addMonth(planes: PlaneGeometry, month: number, model: PvModel): void {
  const { sun, at, orderAt, litAt } = planes;
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    const hours = sun.hours[day * sun.stepsPerDay];
    if (hours === 0) continue;
    planes.addDay(
      orderAt[day],
      litAt[day],
      at.light + day * sun.stepsPerDay * STEP_BYTES,
      at.air + 8 * PLACES * month,
      at.sums + 16 * PLACES * month * planes.tilts * planes.azimuths,
      hours * sun.daysRepresented[month],
      1000 * warmingKPerWM2(model.windMS),
    );
  }
}

/** Whether the sun rises on any representative day of the month. */
function isLit(sun: LatitudeSun, month: number): boolean {
  for (let day = sun.firstDay[month]; day < sun.firstDay[month + 1]; day++) {
    if (sun.dayShare[day] > 0) return true;
  }
  return false;
}

/** Months of twilight: all light is diffuse from an isotropic sky, and too dim to yield anything. */
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
