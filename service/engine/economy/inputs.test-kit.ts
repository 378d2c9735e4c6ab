import type { ConfiguratorInputs } from '../../../schemas/types.ts';

/** A visitor's inputs of a usual house with an east and a west roof. */
export const INPUTS: ConfiguratorInputs = {
  lat: 59.61,
  lng: 16.55,
  faces: [
    { tilt: 27, azimuth: 100, panel_count: 12 },
    { tilt: 27, azimuth: 280, panel_count: 12 },
  ],
  panel: 0,
  yearly_kwh: 15_000,
  ev_km_per_day: 0,
  chargers: 0,
  adults: 2,
  main_fuse_a: 20,
};
