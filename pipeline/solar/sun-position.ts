/** Solar constant in kW/m2 (Kopp & Lean 2011, GRL 38:L01706). */
const SOLAR_CONSTANT_KW_M2 = 1.361;

const RAD = Math.PI / 180;

/** Degrees to radians. */
export function radians(deg: number): number {
  return deg * RAD;
}

/** acos of a value that rounding may have put outside its domain. */
function clampedAcos(x: number): number {
  return Math.acos(Math.min(1, Math.max(-1, x)));
}

function yearAngleRad(dayOfYear: number): number {
  return (2 * Math.PI * (dayOfYear - 1)) / 365;
}

/**
 * Declination of the sun in radians for a (fractional) day of the 365-day year.
 *
 * Seven-term Fourier series fitted to Meeus 1998 (Astronomical Algorithms, ch. 25), mean of the
 * calendar dates of 2005-2020 at 11 UT. Largest error 0.05°. Spencer 1971 and Cooper 1969 are of
 * another epoch and late by up to half a day.
 */
export function declinationRad(dayOfYear: number): number {
  const g = yearAngleRad(dayOfYear);
  return (
    0.006694 -
    0.398655 * Math.cos(g) +
    0.077391 * Math.sin(g) -
    0.006861 * Math.cos(2 * g) +
    0.000733 * Math.sin(2 * g) -
    0.002539 * Math.cos(3 * g) +
    0.00137 * Math.sin(3 * g)
  );
}

/** Extraterrestrial normal irradiance in kW/m2: solar constant times (mean distance / distance)^2 (Spencer 1971). */
export function dniExtraKwM2(dayOfYear: number): number {
  const g = yearAngleRad(dayOfYear);
  const e0 =
    1.00011 +
    0.034221 * Math.cos(g) +
    0.00128 * Math.sin(g) +
    0.000719 * Math.cos(2 * g) +
    0.000077 * Math.sin(2 * g);
  return SOLAR_CONSTANT_KW_M2 * e0;
}

/** Apparent minus mean solar time in minutes for a (fractional) day of the 365-day year (Spencer 1971). */
export function equationOfTimeMinutes(dayOfYear: number): number {
  const g = yearAngleRad(dayOfYear);
  const angle =
    0.000075 +
    0.001868 * Math.cos(g) -
    0.032077 * Math.sin(g) -
    0.014615 * Math.cos(2 * g) -
    0.040849 * Math.sin(2 * g);
  return (angle * 12 * 60) / Math.PI;
}

/** Hour angle of sunset in radians: 0 in the polar night, pi under the midnight sun. */
export function sunsetHourAngleRad(latRad: number, declination: number): number {
  return clampedAcos(-Math.tan(latRad) * Math.tan(declination));
}

/** Extraterrestrial irradiation on the horizontal in one day, kWh/m2. */
export function ghiExtraKwhM2(latRad: number, dayOfYear: number): number {
  const dec = declinationRad(dayOfYear);
  return dayGhiExtraKwhM2(latRad, dec, sunsetHourAngleRad(latRad, dec), dniExtraKwM2(dayOfYear));
}

/** `ghiExtraKwhM2` of a day whose declination, hour angle of sunset and `dniExtra` are known. */
export function dayGhiExtraKwhM2(latRad: number, dec: number, ws: number, dniKwM2: number): number {
  const daily =
    Math.cos(latRad) * Math.cos(dec) * Math.sin(ws) + ws * Math.sin(latRad) * Math.sin(dec);
  return (24 / Math.PI) * dniKwM2 * Math.max(0, daily);
}
