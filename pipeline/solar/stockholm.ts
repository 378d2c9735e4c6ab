/** A place with published figures, for tests, the accuracy report and the benchmark. */
import type { Climate } from './place-light.ts';

export const STOCKHOLM_LAT_DEG = 59.325;

/** PVGIS 5.2, means of 2005-2020, kWh/m2. */
export const STOCKHOLM_GHI_KWH_M2: readonly number[] = [
  8.78, 24.45, 70.05, 119.54, 160.15, 174.99, 169.26, 130.63, 82.36, 38.77, 12.27, 5.34,
];

/** SMHI normals, °C. */
export const STOCKHOLM_TEMPERATURE_C: readonly number[] = [
  -1.1, -1.2, 1.5, 6.3, 12.2, 16.2, 18.4, 17.4, 12.7, 7.3, 2.9, -0.2,
];

/** Stockholm's climate, with the diffuse fraction by the regression. */
export const STOCKHOLM: Climate = {
  ghiKwhM2: STOCKHOLM_GHI_KWH_M2,
  diffuseFraction: Array(12).fill(Number.NaN),
  temperatureC: STOCKHOLM_TEMPERATURE_C,
};
