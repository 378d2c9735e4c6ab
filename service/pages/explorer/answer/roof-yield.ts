import { sum } from '#engine/statistics.ts';
import {
  AZIMUTH_STEP_DEG,
  AZIMUTHS,
  MONTH_START,
  MONTHS,
  TILT_STEP_DEG,
  TILTS,
} from '../../../../schemas/codec/axes.ts';
import type { RoofYield } from '../page-data.ts';
import { type ExplorerState, type Face, mayClip, sumKwp } from '../state.ts';
import type { MonthlyYields } from '../worker/local-calls.ts';

/**
 * Computes a face's yield in each month, kWh: bilinear in both angles as the API's lookup, so that a slider needs
 * no call. The error is that of the matrix's two decimals.
 */
export function computeFaceMonthsKwh(
  yields: MonthlyYields,
  { tilt, azimuth, kwp }: Face,
): number[] {
  const row = Math.min(Math.floor(tilt / TILT_STEP_DEG), TILTS - 2);
  const up = tilt / TILT_STEP_DEG - row;
  const col = Math.floor(azimuth / AZIMUTH_STEP_DEG) % AZIMUTHS;
  const next = (col + 1) % AZIMUTHS;
  const on = azimuth / AZIMUTH_STEP_DEG - Math.floor(azimuth / AZIMUTH_STEP_DEG);
  return yields.map((planes) => {
    const low = (1 - on) * planes[row][col] + on * planes[row][next];
    const high = (1 - on) * planes[row + 1][col] + on * planes[row + 1][next];
    return kwp * ((1 - up) * low + up * high);
  });
}

/** Computes the faces' yields and their sums. */
export function computeRoofYield(yields: MonthlyYields, faces: readonly Face[]): RoofYield {
  const monthsKwh = faces.map((face) => computeFaceMonthsKwh(yields, face));
  return sumRoof(monthsKwh, sumKwp(faces));
}

function sumRoof(monthsKwh: number[][], kwp: number): RoofYield {
  const yearsKwh = monthsKwh.map((months) => sum(months));
  return { monthsKwh, yearsKwh, yearKwh: sum(yearsKwh), kwp };
}

/** The parts of the state that a roof's yield depends on besides its place. */
type RoofState = Pick<
  ExplorerState,
  'faces' | 'snowPct' | 'shadingPct' | 'horizonDeg' | 'inverterKw'
>;

/**
 * Computes what shade, snow and horizon leave of a roof: months state the first two as the API computes them, a horizon
 * needs the hours. Of a month with a horizon each face keeps its share.
 * @param hourlyKwh the API's hours of this very roof. Null if they have not come
 * @returns null where hours are needed and missing
 */
export function applyLosses(
  roof: RoofYield,
  state: RoofState,
  hourlyKwh: Float64Array | null,
): RoofYield | null {
  const { snowPct, shadingPct } = state;
  if (needsHours(state) && !hourlyKwh) return null;
  const sums = sumMonthsKwh(roof);
  const left = sums.map((kwh, month) => {
    if (needsHours(state) && hourlyKwh) {
      const hours = hourlyKwh.subarray(MONTH_START[month], MONTH_START[month + 1]);
      return kwh > 0 ? sum(hours) / kwh : 0;
    }
    const shade = (shadingPct?.[month] ?? 0) / 100;
    const snow = (snowPct?.[month] ?? 0) / 100;
    return (1 - shade) * (1 - snow);
  });
  const monthsKwh = roof.monthsKwh.map((months) => months.map((kwh, month) => kwh * left[month]));
  return sumRoof(monthsKwh, roof.kwp);
}

/** Whether a roof's yield needs its hours: behind a horizon, and where an inverter clips. */
export function needsHours(state: Pick<RoofState, 'horizonDeg' | 'inverterKw' | 'faces'>): boolean {
  return state.horizonDeg !== null || mayClip(state);
}

/** Sums the faces in each month, kWh. */
export function sumMonthsKwh({ monthsKwh }: RoofYield): number[] {
  return Array.from({ length: MONTHS }, (_, month) =>
    sum(monthsKwh.map((months) => months[month])),
  );
}
