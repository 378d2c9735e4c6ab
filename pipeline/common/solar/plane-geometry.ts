import { MONTHS } from '../../../schemas/codec/axes.ts';
import { ADD_DAY_WASM } from './add-day-wasm.ts';
import { iamByTable, iamGround, iamSky } from './iam.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { radians } from './sun-position.ts';

const MODULE = new WebAssembly.Module(
  Uint8Array.from(atob(ADD_DAY_WASM), (char) => char.charCodeAt(0)),
);

/** Sizes in memory, bytes (`assembly/add-day.ts`): a step of a day, and the sums of a plane. */
const STEP_BYTES = 96;
const SUMS_BYTES = 32;
/** In the place of a plane's list: it is like the one before it. */
const ALIKE = 0xffff;
const PAGE_BYTES = 65_536;

/** Adds a day of two places to the sums; `assembly/add-day.ts` describes the arguments. */
type AddDay = (
  order: number,
  lit: number,
  sums: number,
  hours: number,
  warmingKM2PerKw: number,
) => void;

/**
 * A set of planes (every tilt with every azimuth) under the sun of one latitude, in the memory of the
 * kernel that adds up their light, with room for two places: [..][place] of the arrays below.
 */
export interface PlaneGeometry {
  sun: LatitudeSun;
  tilts: number;
  azimuths: number;
  /** Per tilt: share of the isotropic sky and of the ground that it sees. */
  skyView: Float64Array;
  groundView: Float64Array;
  /** Per day: where the lists of its planes begin, bytes. */
  orderAt: Int32Array;
  litAt: Int32Array;
  /** Per step of a day 12 values: direct, isotropic sky and ground of two places, kW/m2, and six of the kernel's own. */
  light: Float64Array;
  /** Per place: air temperature above 25 °C while the sun shines. */
  air: Float64Array;
  /** [month][tilt][azimuth][irradiation, yield before system loss][place]. */
  sums: Float64Array;
  addDay: AddDay;
}

/** Places of the arrays in memory, bytes. */
function layout({ days, stepsPerDay }: LatitudeSun, tilts: number, azimuths: number) {
  const planes = tilts * azimuths;
  const most = days * (stepsPerDay + 1) * planes;
  const steps = MONTHS * planes * SUMS_BYTES;
  const air = steps + stepsPerDay * STEP_BYTES;
  const views = air + 2 * 8;
  const lit = views + tilts * 4 * 8;
  const order = lit + most * 2 * 8;
  return { sums: 0, steps, air, views, lit, order, end: order + (days * planes + most) * 2 };
}

/** Memory of the kernel, which grows as a set of planes needs it. */
export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 0 });
}

/**
 * Geometry of all planes of the given tilts and compass azimuths (degrees).
 * @param memory memory of a set that is used no more; its pages need not be made again
 */
export function planeGeometry(
  sun: LatitudeSun,
  tiltsDeg: readonly number[],
  azimuthsDeg: readonly number[],
  memory = kernelMemory(),
): PlaneGeometry {
  const [tilts, azimuths] = [tiltsDeg.length, azimuthsDeg.length];
  const at = layout(sun, tilts, azimuths);
  const missing = Math.ceil((at.end - memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) memory.grow(missing);
  const { stepsPerDay } = sun;
  const { exports } = new WebAssembly.Instance(MODULE, {
    env: { memory },
    'add-day': { tilts, azimuths, stepsPerDay, views: at.views, steps: at.steps, air: at.air },
  });
  const tiltsRad = tiltsDeg.map(radians);
  const skyView = Float64Array.from(tiltsRad, (b) => (1 + Math.cos(b)) / 2);
  const groundView = Float64Array.from(tiltsRad, (b) => (1 - Math.cos(b)) / 2);
  const { buffer } = memory;
  new Float64Array(buffer, at.views, 4 * tilts).set(
    tiltsRad.flatMap((b, t) => [
      skyView[t],
      skyView[t] * iamSky(b),
      groundView[t],
      groundView[t] * iamGround(b),
    ]),
  );
  return {
    sun,
    tilts,
    azimuths,
    skyView,
    groundView,
    ...setLitPlanes(sun, tiltsRad, azimuthsDeg.map(radians), buffer, at),
    light: new Float64Array(buffer, at.steps, (stepsPerDay * STEP_BYTES) / 8),
    air: new Float64Array(buffer, at.air, 2),
    sums: new Float64Array(buffer, at.sums, at.steps / 8),
    // The module is compiled of our own text, which exports this.
    addDay: exports.addDay as AddDay,
  };
}

/** Lists for each day and plane the steps that shine on it. */
function setLitPlanes(
  sun: LatitudeSun,
  tiltsRad: number[],
  azimuthsRad: number[],
  buffer: ArrayBuffer,
  at: { lit: number; order: number },
): Pick<PlaneGeometry, 'orderAt' | 'litAt'> {
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

/** Lists that grow, and their lengths. */
interface Lists {
  order: Uint16Array;
  orders: number;
  lit: Float64Array;
  lits: number;
}

/** Apart from the loop over days, with which V8 would compile all of it again and again. */
function listTilt(
  sun: LatitudeSun,
  day: number,
  tilt: number,
  azimuthsRad: readonly number[],
  lists: Lists,
): void {
  if (tilt > 0) for (const azimuth of azimuthsRad) listPlane(sun, day, tilt, azimuth, lists);
  else {
    // Flat, it is the same plane to the last bit.
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
    lit[lits++] = projection * iamByTable(projection);
  }
  if ((orders - countAt) % 2 === 0) {
    // The kernel takes them by two: this one adds nothing.
    order[orders++] = 0;
    lit[lits++] = 0;
    lit[lits++] = 0;
  }
  order[countAt] = orders - countAt - 1;
  lists.orders = orders;
  lists.lits = lits;
}
