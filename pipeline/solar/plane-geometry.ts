import { MONTHS } from '../../schemas/codec/axes.ts';
import { ADD_DAY_WASM } from './add-day-wasm.ts';
import { iamGround, iamSky } from './iam.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { STEP_BYTES, setLitPlanes } from './lit-planes.ts';
import { radians } from './sun-position.ts';

const MODULE = new WebAssembly.Module(
  Uint8Array.from(atob(ADD_DAY_WASM), (char) => char.charCodeAt(0)),
);

/** Places that the kernel computes together. */
export const PLACES = 2;

/** Sizes in memory, bytes (`assembly/memory.ts`): the sums of a plane, and the air of a month. */
const SUMS_BYTES = 16 * PLACES;
const AIR_BYTES = 8 * PLACES;
const PAGE_BYTES = 65_536;

/** Adds a day to the sums. `assembly/add-day.ts` describes the arguments. */
type AddDay = (
  order: number,
  lit: number,
  light: number,
  air: number,
  sums: number,
  hours: number,
  warmingKM2PerKw: number,
) => void;

/**
 * A set of planes (every tilt with every azimuth) under the sun of one latitude, in the memory of the
 * kernel, with space for two places.
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
  /** Where the arrays below begin, bytes. */
  at: { light: number; air: number; sums: number };
  /** [day][step][12]: direct, isotropic sky and ground of the places, kW/m2, and six values that the kernel writes. */
  light: Float64Array;
  /** [month][place]: air temperature above 25 °C while the sun shines. */
  air: Float64Array;
  /** [month][tilt][azimuth][irradiation, yield before system loss][place]. */
  sums: Float64Array;
  addDay: AddDay;
}

/** Offsets of the arrays in memory, bytes. */
function layout({ days, stepsPerDay }: LatitudeSun, tilts: number, azimuths: number) {
  const planes = tilts * azimuths;
  const most = days * (stepsPerDay + 1) * planes;
  const light = MONTHS * planes * SUMS_BYTES;
  const air = light + days * stepsPerDay * STEP_BYTES;
  const views = air + MONTHS * AIR_BYTES;
  const lit = views + tilts * 4 * 8;
  const order = lit + most * 2 * 8;
  const end = order + (days * planes + most) * 2;
  return { sums: 0, light, air, views, lit, order, end };
}

/** Memory for the kernel. `planeGeometry` grows it as needed. */
export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 0 });
}

/**
 * Geometry of all planes of the given tilts and compass azimuths (degrees).
 * @param memory memory to reuse, of a set that is no longer used
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
    memory: { tilts, azimuths, stepsPerDay, views: at.views },
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
    at,
    light: new Float64Array(buffer, at.light, (at.air - at.light) / 8),
    air: new Float64Array(buffer, at.air, MONTHS * PLACES),
    sums: new Float64Array(buffer, at.sums, at.light / 8),
    // assembly/add-day.ts exports it with this signature.
    addDay: exports.addDay as AddDay,
  };
}
