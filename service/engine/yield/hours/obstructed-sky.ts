import { CLOCK_HOURS, DAYS, HOURS } from '../../../../schemas/codec/axes.ts';
import { type Horizon, horizonHeight, openShare } from './horizon.ts';
import type { HourlySky } from './hourly-sky.ts';
import {
  COS_STEP,
  type Direction,
  type HourlySun,
  SIN_STEP,
  STEPS_PER_DAY,
  STEPS_PER_HOUR,
  setProjection,
  ZENITH,
} from './hourly-sun.ts';

const EAST: Direction = { east: 1, north: 0, up: 0 };
const NORTH: Direction = { east: 0, north: 1, up: 0 };

/** The sun is checked at the ends of so many equal parts of a step: every five minutes. */
const LOOKS_PER_STEP = 3;
const LOOKS_PER_DAY = STEPS_PER_DAY * LOOKS_PER_STEP;
/** The sine of the sun's elevation changes by less than this from one check to the next. */
const GREATEST_CHANGE = (2 * Math.PI) / LOOKS_PER_DAY;
const COS_LOOK = lookTurns(Math.cos);
const SIN_LOOK = lookTurns(Math.sin);

function lookTurns(of: (angle: number) => number): Float64Array {
  return Float64Array.from({ length: LOOKS_PER_DAY + 1 }, (_, i) =>
    of((2 * Math.PI * i) / LOOKS_PER_DAY),
  );
}

/** A sky that a horizon hides in part. */
export interface ObstructedSky extends HourlySky {
  horizon: Horizon;
  /** [hour] Share of the time with the sun up in which it is above the horizon. */
  sunlit: Float64Array;
}

/** A reusable obstruction for `obstructSky`: the part of an obstructed sky that it does not share with the free one. */
export function emptyObstruction() {
  return {
    seen: new Float32Array(HOURS * STEPS_PER_HOUR),
    cosSolarZenith: new Float64Array(HOURS),
    ghiKwhM2: new Float64Array(HOURS),
    sunlit: new Float64Array(HOURS),
  };
}

type Obstruction = ReturnType<typeof emptyObstruction>;

/**
 * The sky behind a horizon. Beam and circumsolar light come while the sun is above it, the rest from the free part
 * of the sky, and the ground reflects less accordingly. The horizon itself is dark.
 * @param own filled, and part of the sky that is returned
 */
export function obstructSky(sky: HourlySky, horizon: Horizon, own: Obstruction): ObstructedSky {
  const { directKwhM2, isotropicKwhM2 } = sky;
  const { seen, cosSolarZenith, ghiKwhM2, sunlit } = own;
  hideSun(sky.sun, horizon, seen);
  setHours(sky.sun, own);
  const open = openShare(horizon, 0, 0);
  for (let t = 0; t < HOURS; t++) {
    ghiKwhM2[t] = directKwhM2[t] * cosSolarZenith[t] + isotropicKwhM2[t] * open;
  }
  return { ...sky, sun: { ...sky.sun, seen, cosSolarZenith }, ghiKwhM2, horizon, sunlit };
}

/** Fills the share of each step in which the sun is above the horizon. */
function hideSun(sun: HourlySun, horizon: Horizon, seen: Float32Array): void {
  const up = new Float64Array(3);
  const east = new Float64Array(3);
  const north = new Float64Array(3);
  for (let day = 0; day < DAYS; day++) {
    setProjection(sun, day, ZENITH, up);
    setProjection(sun, day, EAST, east);
    setProjection(sun, day, NORTH, north);
    const first = day * STEPS_PER_DAY;
    let before = clearance(horizon, 0, up, east, north);
    for (let step = 0; step < STEPS_PER_DAY; step++) {
      let share = 0;
      for (let look = 1; look <= LOOKS_PER_STEP; look++) {
        const after = clearance(horizon, step * LOOKS_PER_STEP + look, up, east, north);
        share += shareAbove(before, after) / LOOKS_PER_STEP;
        before = after;
      }
      seen[first + step] = sun.seen[first + step] * Math.min(1, share);
    }
  }
}

/**
 * By how much the sine of the sun's elevation exceeds the horizon's below it, at a check of the day. Where the sun
 * cannot cross the horizon before the next check, only the sign is right (by the horizon's extremes).
 */
function clearance(
  { heightsRad, sinLeast, sinGreatest }: Horizon,
  look: number,
  up: Float64Array,
  east: Float64Array,
  north: Float64Array,
): number {
  const sine = componentAt(up, look);
  if (sine < sinLeast - GREATEST_CHANGE) return sine - sinLeast;
  if (sine > sinGreatest + GREATEST_CHANGE) return sine - sinGreatest;
  const turn = Math.atan2(componentAt(east, look), componentAt(north, look)) / (2 * Math.PI);
  return sine - Math.sin(horizonHeight(heightsRad, turn < 0 ? turn + 1 : turn));
}

/** The share of the way from one value to another that is above 0. */
function shareAbove(before: number, after: number): number {
  if (before > 0 && after > 0) return 1;
  if (before <= 0 && after <= 0) return 0;
  return Math.max(before, after) / Math.abs(after - before);
}

/** Fills the hours from their steps: mean sine of the elevation while the sun is visible, and the share of that time. */
function setHours(sun: HourlySun, { seen, cosSolarZenith, sunlit }: Obstruction): void {
  const up = new Float64Array(3);
  for (let t = 0; t < HOURS; t++) {
    const day = Math.floor(t / CLOCK_HOURS);
    if (t % CLOCK_HOURS === 0) setProjection(sun, day, ZENITH, up);
    let sum = 0;
    let all = 0;
    let left = 0;
    for (let step = t * STEPS_PER_HOUR; step < (t + 1) * STEPS_PER_HOUR; step++) {
      const ofDay = step % STEPS_PER_DAY;
      sum += seen[step] * (up[0] + up[1] * COS_STEP[ofDay] + up[2] * SIN_STEP[ofDay]);
      all += sun.seen[step];
      left += seen[step];
    }
    cosSolarZenith[t] = sum / STEPS_PER_HOUR;
    sunlit[t] = all > 0 ? left / all : 0;
  }
}

/** The component of the sun's unit vector at a check of the day. @param terms as `setProjection` gives them */
function componentAt(terms: Float64Array, look: number): number {
  return terms[0] + terms[1] * COS_LOOK[look] + terms[2] * SIN_LOOK[look];
}
