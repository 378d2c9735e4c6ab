import { iam } from './iam.ts';
import type { LatitudeSun } from './latitude-sun.ts';

/** A step's record in the kernel's memory, bytes (`assembly/memory.ts`). */
export const STEP_BYTES = 96;

/** Instead of a plane's list: it equals the previous plane. */
const ALIKE = 0xffff;

/** Lists for each day and plane the steps that shine on it. */
export function setLitPlanes(
  sun: LatitudeSun,
  tiltsRad: number[],
  azimuthsRad: number[],
  buffer: ArrayBuffer,
  at: { lit: number; order: number },
): { orderAt: Int32Array; litAt: Int32Array } {
  const lists = {
    order: new Uint16Array(buffer, at.order),
    lit: new Float64Array(buffer, at.lit, (at.order - at.lit) / 8),
    orders: 0,
    lits: 0,
  };
  const orderAt = new Int32Array(sun.days);
  const litAt = new Int32Array(sun.days);
  for (let day = 0; day < sun.days; day++) {
    orderAt[day] = at.order + 2 * lists.orders;
    litAt[day] = at.lit + 8 * lists.lits;
    for (const tilt of tiltsRad) listTilt(sun, day, tilt, azimuthsRad, lists);
  }
  return { orderAt, litAt };
}

/** The lists so far, and their lengths. */
interface Lists {
  order: Uint16Array;
  orders: number;
  lit: Float64Array;
  lits: number;
}

/** A separate function, since V8 recompiles one that includes the loop over days. */
function listTilt(
  sun: LatitudeSun,
  day: number,
  tilt: number,
  azimuthsRad: readonly number[],
  lists: Lists,
): void {
  if (tilt > 0) for (const azimuth of azimuthsRad) listPlane(sun, day, tilt, azimuth, lists);
  else {
    // A flat plane is the same for every azimuth.
    listPlane(sun, day, tilt, azimuthsRad[0], lists);
    for (let i = 1; i < azimuthsRad.length; i++) lists.order[lists.orders++] = ALIKE;
  }
}

function listPlane(
  sun: LatitudeSun,
  day: number,
  tilt: number,
  azimuth: number,
  lists: Lists,
): void {
  const { sunEast, sunNorth, cosSolarZenith, stepsPerDay } = sun;
  const toEast = Math.sin(tilt) * Math.sin(azimuth);
  const toNorth = Math.sin(tilt) * Math.cos(azimuth);
  const up = Math.cos(tilt);
  const { order, lit } = lists;
  let { orders, lits } = lists;
  const countAt = orders++;
  for (let k = 0; k < stepsPerDay; k++) {
    const step = day * stepsPerDay + k;
    const projection =
      toEast * sunEast[step] + toNorth * sunNorth[step] + up * cosSolarZenith[step];
    if (projection <= 0) continue;
    order[orders++] = k * STEP_BYTES;
    lit[lits++] = projection;
    lit[lits++] = projection * iam(projection);
  }
  if ((orders - countAt) % 2 === 0) {
    // The kernel takes steps in pairs. This one adds nothing.
    order[orders++] = 0;
    lit[lits++] = 0;
    lit[lits++] = 0;
  }
  order[countAt] = orders - countAt - 1;
  lists.orders = orders;
  lists.lits = lits;
}
