/**
 * The axes of the yield cube and how they are laid out in memory.
 *
 * Azimuths are compass azimuths everywhere: 0 = N, 90 = E, 180 = S, 270 = W. The method works in
 * solar time, so azimuth a and 360 - a are equal: only 0..180 is computed and stored, and
 * `storedAzimuthIndex` folds the other half onto it.
 *
 * Yield cube of a cell: [tilt][stored azimuth][month], month fastest, since a lookup wants all
 * twelve months of a plane. In-plane irradiation of a cell: [tilt][stored azimuth].
 */
export const MONTHS = 12;
/** Hours of the clock. Figures of prices are by month and hour. */
export const CLOCK_HOURS = 24;
/** The model year: no leap day. */
export const DAYS = 365;
export const HOURS = DAYS * CLOCK_HOURS;
/** Days of each month of the model year. */
export const MONTH_DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Hour of the model year at which each month begins, and as 13th value where the year ends. */
export const MONTH_START: readonly number[] = [...MONTH_DAYS, 0].map(
  (_, month) => CLOCK_HOURS * MONTH_DAYS.slice(0, month).reduce((sum, days) => sum + days, 0),
);
export const TILT_STEP_DEG = 5;
export const TILTS = 19;
export const AZIMUTH_STEP_DEG = 10;
export const AZIMUTHS = 36;
export const STORED_AZIMUTHS = 19;

export const TILTS_DEG: readonly number[] = steps(TILTS, TILT_STEP_DEG);
export const AZIMUTHS_DEG: readonly number[] = steps(AZIMUTHS, AZIMUTH_STEP_DEG);
export const STORED_AZIMUTHS_DEG: readonly number[] = AZIMUTHS_DEG.slice(0, STORED_AZIMUTHS);

/** How azimuths count, as answers and errors say it. */
export const AZIMUTH_CONVENTION = '0 = N, 90 = E, 180 = S, 270 = W';

/** Planes of one cell, [tilt][stored azimuth]. */
export const PLANES = TILTS * STORED_AZIMUTHS;
/** Values of one cell's yield cube, [tilt][stored azimuth][month]. */
export const CUBE_SIZE = PLANES * MONTHS;

/** Index of a plane in a cell's [tilt][stored azimuth] sheet. */
export function planeIndex(tiltIndex: number, storedAzimuth: number): number {
  return tiltIndex * STORED_AZIMUTHS + storedAzimuth;
}

/** Index of the plane that the axes have at these angles, azimuth below 360. */
export function planeAt(tiltDeg: number, azimuthDeg: number): number {
  return planeIndex(tiltDeg / TILT_STEP_DEG, storedAzimuthIndex(azimuthDeg / AZIMUTH_STEP_DEG));
}

/** Folds an azimuth index 0..36 (36 is north again) onto the stored half 0..18. */
export function storedAzimuthIndex(azimuthIndex: number): number {
  return azimuthIndex < STORED_AZIMUTHS ? azimuthIndex : AZIMUTHS - azimuthIndex;
}

function steps(count: number, stepDeg: number): number[] {
  return Array.from({ length: count }, (_, i) => i * stepDeg);
}
