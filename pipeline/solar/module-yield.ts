import { K1, K2, K3, K4, K5, K6 } from './huld-coefficients.ts';

/** Default air temperature (24 h mean) where no temperature is given, °C. */
export const DEFAULT_TEMPERATURE_C = 8;
/** Default wind speed at the module, m/s: about 0.55 of the 4.2 m/s at 10 m that Swedish weather files have while the sun shines. */
export const DEFAULT_WIND_M_S = 2.3;
/** System loss of the references in accuracy tests. The API's default is in its schema. */
export const REFERENCE_SYSTEM_LOSS = 0.14;

/**
 * Air temperature while the sun shines minus the 24 h mean, K, January to December
 * (irradiance-weighted, two Swedish weather files).
 */
export const DAYTIME_EXCESS_K: readonly number[] = [
  0, 0.6, 1.2, 2.9, 2.4, 2.1, 2.1, 2.2, 1.8, 1.2, 1.0, 0,
];

/** Air temperature while the sun shines in a month, °C. @param meanC 24 h mean. NaN: 8 °C */
export function daytimeTemperatureC(meanC: number, month: number): number {
  return (Number.isNaN(meanC) ? DEFAULT_TEMPERATURE_C : meanC) + DAYTIME_EXCESS_K[month];
}

/** Heat loss of a free-standing module, W/(m2 K) and W s/(m3 K) (Faiman 2008, PVGIS' coefficients). */
const U0 = 26.9;
const U1 = 6.2;

/** Warming of the module per W/m2 of in-plane irradiance, K m2/W. */
export function warmingKPerWM2(windMS: number): number {
  return 1 / (U0 + U1 * windMS);
}

/**
 * Huld's efficiency relative to standard test conditions. Negative below about 5 W/m2.
 * @param l logarithm of the effective irradiance in kW/m2
 * @param t module temperature minus 25 °C
 */
export function huldPolynomial(l: number, t: number): number {
  return 1 + l * (K1 + K2 * l) + t * (K3 + l * (K4 + K5 * l) + K6 * t);
}

/**
 * Efficiency relative to standard test conditions. Where the fit turns negative it counts as 0.
 * @param irradianceWM2 effective (not reflected) irradiance in the plane
 * @param moduleTemperatureC temperature of the module
 */
export function huldEfficiency(irradianceWM2: number, moduleTemperatureC: number): number {
  if (irradianceWM2 <= 0) return 0;
  return Math.max(0, huldPolynomial(Math.log(irradianceWM2 / 1000), moduleTemperatureC - 25));
}
