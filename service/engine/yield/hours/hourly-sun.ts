import { collaresPereiraRabl, sunsetTerm } from '#solar/collares-pereira-rabl.ts';
import {
  dayGhiExtraKwhM2,
  declinationRad,
  dniExtraKwM2,
  equationOfTimeMinutes,
  radians,
  sunsetHourAngleRad,
} from '#solar/sun-position.ts';
import { CLOCK_HOURS, DAYS, HOURS } from '../../../../schemas/codec/axes.ts';

/** Steps of an hour. The sun is computed at the middle of each. */
export const STEPS_PER_HOUR = 4;

/** Meridian of the time zone, UTC+1. */
const MERIDIAN_DEG = 15;
const DEG_PER_MINUTE = 0.25;

/** Values of each day, whatever the place. */
const DECLINATION_RAD = perDay(declinationRad);
const COS_DECLINATION = DECLINATION_RAD.map(Math.cos);
const SIN_DECLINATION = DECLINATION_RAD.map(Math.sin);
const EQUATION_OF_TIME_MINUTES = perDay(equationOfTimeMinutes);
/** [day] Normal irradiance outside the atmosphere, kW/m2. */
export const DNI_EXTRA_KW_M2 = perDay(dniExtraKwM2);

function perDay(of: (dayOfYear: number) => number): Float64Array {
  return Float64Array.from({ length: DAYS }, (_, day) => of(day + 1));
}

export const STEPS_PER_DAY = CLOCK_HOURS * STEPS_PER_HOUR;
/** Cosine and sine of the hour angle since midnight, at each step and in the middle of each hour. */
export const COS_STEP = turns(STEPS_PER_DAY, Math.cos);
export const SIN_STEP = turns(STEPS_PER_DAY, Math.sin);
const COS_MIDDLE = turns(CLOCK_HOURS, Math.cos);
const SIN_MIDDLE = turns(CLOCK_HOURS, Math.sin);

function turns(parts: number, of: (angle: number) => number): Float64Array {
  return Float64Array.from({ length: parts }, (_, i) => of((2 * Math.PI * (i + 0.5)) / parts));
}

/** With a sine of the elevation below this in its middle, an hour is all night: the sine changes by less in half an hour. */
const SURELY_NIGHT = -Math.PI / CLOCK_HOURS;

/** A reusable sun for `setHourlySun`. */
export function emptyHourlySun() {
  return {
    sinLat: 0,
    cosLat: 1,
    /** [day] Extraterrestrial irradiation on the horizontal, kWh/m2. */
    ghiExtraKwhM2: new Float64Array(DAYS),
    /** [day] Cosine and sine of the hour angle at which the day begins. */
    cosMidnight: new Float64Array(DAYS),
    sinMidnight: new Float64Array(DAYS),
    /** [step] Share of the step in which the sun is visible. */
    seen: new Float32Array(HOURS * STEPS_PER_HOUR),
    /** [hour] Mean sine of the elevation, 0 for a sun below the horizon. */
    cosSolarZenith: new Float64Array(HOURS),
    /** [hour] Relative shares of a day's global irradiation. No unit. */
    globalShape: new Float64Array(HOURS),
  };
}

/**
 * The sun over a place in each hour of a year of 365 days in winter time (UTC+1), hour 0 at 1 January
 * 00:00.
 */
export type HourlySun = ReturnType<typeof emptyHourlySun>;

/** Fills `out` with the sun over a place. */
export function setHourlySun(latDeg: number, lngDeg: number, out: HourlySun): void {
  const up = new Float64Array(3);
  const latRad = radians(latDeg);
  out.sinLat = Math.sin(latRad);
  out.cosLat = Math.cos(latRad);
  for (const hours of [out.seen, out.cosSolarZenith, out.globalShape]) hours.fill(0);
  for (let day = 0; day < DAYS; day++) {
    const minutes = EQUATION_OF_TIME_MINUTES[day];
    const midnight = radians(lngDeg - MERIDIAN_DEG + minutes * DEG_PER_MINUTE) - Math.PI;
    out.cosMidnight[day] = Math.cos(midnight);
    out.sinMidnight[day] = Math.sin(midnight);
    const ws = sunsetHourAngleRad(latRad, DECLINATION_RAD[day]);
    out.ghiExtraKwhM2[day] = dayGhiExtraKwhM2(
      latRad,
      DECLINATION_RAD[day],
      ws,
      DNI_EXTRA_KW_M2[day],
    );
    setProjection(out, day, ZENITH, up);
    setDay(out, day, sunsetTerm(ws), up);
  }
}

/** A unit vector. */
export interface Direction {
  east: number;
  north: number;
  up: number;
}

export const ZENITH: Direction = { east: 0, north: 0, up: 1 };

/**
 * Fills `out` with three terms: the component of the sun's unit vector on a direction at a step of the
 * day is out[0] + out[1] COS_STEP + out[2] SIN_STEP.
 */
export function setProjection(
  { sinLat, cosLat, cosMidnight, sinMidnight }: HourlySun,
  day: number,
  { east, north, up }: Direction,
  out: Float64Array,
): void {
  const withCos = COS_DECLINATION[day] * (cosLat * up - sinLat * north);
  const withSin = -COS_DECLINATION[day] * east;
  out[0] = SIN_DECLINATION[day] * (sinLat * up + cosLat * north);
  out[1] = withCos * cosMidnight[day] + withSin * sinMidnight[day];
  out[2] = withSin * cosMidnight[day] - withCos * sinMidnight[day];
}

/** Fills the hours of a day with sun. */
function setDay(sun: HourlySun, day: number, sunset: number, up: Float64Array): void {
  const { seen, cosSolarZenith, globalShape } = sun;
  // Locals, since V8 loads module variables again at each use.
  const [cosStep, sinStep, steps] = [COS_STEP, SIN_STEP, STEPS_PER_HOUR];
  const [cosMiddle, sinMiddle] = [COS_MIDDLE, SIN_MIDDLE];
  const [level, withCos, withSin] = up;
  const [cosMidnight, sinMidnight] = [sun.cosMidnight[day], sun.sinMidnight[day]];
  const first = day * STEPS_PER_DAY;
  for (let hour = 0; hour < CLOCK_HOURS; hour++) {
    const t = day * CLOCK_HOURS + hour;
    if (level + withCos * cosMiddle[hour] + withSin * sinMiddle[hour] < SURELY_NIGHT) continue;
    let sum = 0;
    for (let step = hour * steps; step < (hour + 1) * steps; step++) {
      const sine = level + withCos * cosStep[step] + withSin * sinStep[step];
      if (sine <= 0) continue;
      seen[first + step] = 1;
      sum += sine;
    }
    cosSolarZenith[t] = sum / steps;
    const cosHourAngle = cosMidnight * cosMiddle[hour] - sinMidnight * sinMiddle[hour];
    globalShape[t] = cosSolarZenith[t] * Math.max(0, collaresPereiraRabl(cosHourAngle, sunset));
  }
}
