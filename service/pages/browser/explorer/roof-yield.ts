import {
  AZIMUTH_STEP_DEG,
  AZIMUTHS,
  MONTHS,
  TILT_STEP_DEG,
  TILTS,
} from '../../../../schemas/codec/axes.ts';
import type { ExplorerState, Face } from '../../shared/state.ts';
import type { MonthlyYields } from '../local/local-calls.ts';

/**
 * Computes a face's yield in each month, kWh: bilinear in both angles as the API's lookup, so that a slider needs
 * no call. The error is that of the matrix's two decimals.
 */
export function computeFaceMonthsKwh(
  yields: MonthlyYields,
  { tilt, azimuth, kwp }: Face,
): Float64Array {
  const row = Math.min(Math.floor(tilt / TILT_STEP_DEG), TILTS - 2);
  const up = tilt / TILT_STEP_DEG - row;
  const col = Math.floor(azimuth / AZIMUTH_STEP_DEG) % AZIMUTHS;
  const next = (col + 1) % AZIMUTHS;
  const on = azimuth / AZIMUTH_STEP_DEG - Math.floor(azimuth / AZIMUTH_STEP_DEG);
  return Float64Array.from(yields, (planes) => {
    const low = (1 - on) * planes[row][col] + on * planes[row][next];
    const high = (1 - on) * planes[row + 1][col] + on * planes[row + 1][next];
    return kwp * ((1 - up) * low + up * high);
  });
}

/** The yield of a roof. */
export interface RoofYield {
  /** [face][month]. */
  monthsKwh: Float64Array[];
  /** Yield of each face in the year. */
  yearsKwh: number[];
  yearKwh: number;
  kwp: number;
}

/** Computes the faces' yields and their sums. */
export function computeRoofYield(yields: MonthlyYields, faces: readonly Face[]): RoofYield {
  const monthsKwh = faces.map((face) => computeFaceMonthsKwh(yields, face));
  const yearsKwh = monthsKwh.map((months) => months.reduce((sum, kwh) => sum + kwh, 0));
  const yearKwh = yearsKwh.reduce((sum, kwh) => sum + kwh, 0);
  return { monthsKwh, yearsKwh, yearKwh, kwp: faces.reduce((sum, { kwp }) => sum + kwp, 0) };
}

/**
 * Computes what is left of the roof's year after shade, snow and horizon, kWh: months tell the first two as the API
 * reckons them, a horizon needs the hours.
 * @param hourlyKwh the API's hours of this very roof; null if they have not come
 * @returns null for a horizon without hours
 */
export function computeLeftKwh(
  roof: RoofYield,
  { snowPct, shadingPct, horizonDeg }: Pick<ExplorerState, 'snowPct' | 'shadingPct' | 'horizonDeg'>,
  hourlyKwh: Float64Array | null,
): number | null {
  if (horizonDeg) return hourlyKwh?.reduce((sum, kwh) => sum + kwh, 0) ?? null;
  return sumMonthsKwh(roof).reduce((sum, kwh, month) => {
    const shade = (shadingPct?.[month] ?? 0) / 100;
    const snow = (snowPct?.[month] ?? 0) / 100;
    return sum + kwh * (1 - shade) * (1 - snow);
  }, 0);
}

/** Sums the faces in each month, kWh. */
export function sumMonthsKwh({ monthsKwh }: RoofYield): number[] {
  return Array.from({ length: MONTHS }, (_, month) =>
    monthsKwh.reduce((sum, months) => sum + months[month], 0),
  );
}
