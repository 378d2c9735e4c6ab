export interface Bounds {
  min: number;
  max: number;
}

/**
 * Bounds of a roof and a house: for forms, links, and what a host page fills in. They are those of the schemas, as a
 * test holds. The schemas themselves would be too large for a page.
 */
export const BOUNDS = {
  lat: { min: -90, max: 90 },
  lng: { min: -180, max: 180 },
  faces: { min: 1, max: 10 },
  tilt: { min: 0, max: 90 },
  azimuth: { min: 0, max: 360 },
  kwp: { min: 0, max: 10_000 },
  panelCount: { min: 1, max: 1000 },
  yearlyKwh: { min: 0, max: 1_000_000 },
  evKmPerDay: { min: 0, max: 300 },
  chargers: { min: 0, max: 100 },
  adults: { min: 1, max: 20 },
} satisfies Record<string, Bounds>;

/** Whether a value, which may be anything, is a number within bounds. */
export function isWithin(value: unknown, { min, max }: Bounds): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}
