/** Fits `SKY_RESIDUALS` to months of measured irradiation and the planes that were computed from its hours. */
import { deviation, mean, range, sum } from 'd3-array';
import { erbsDiffuseFraction } from '#common/solar/diffuse-fraction.ts';
import { type LatitudeSun, latitudeSun } from '#common/solar/latitude-sun.ts';
import { planeSums, STANDARD_MODEL } from '#common/solar/plane-sums.ts';
import type { SkyResidual } from '#common/solar/sky-residuals.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import {
  AZIMUTHS_DEG,
  MEASURED_PLANES,
  type MeasuredPlane,
  type MeasuredRatio,
  SEASONS,
  type Season,
  TILTS_DEG,
} from './plane-spread.ts';
import { ratiosAboutOwnMonths, spreadRatios } from './spread-ratios.ts';

/** Measured months: their names, irradiations in kWh/m2, and yields of the planes in kWh/kWp. */
export type MeasuredMonths = { m: string[]; ghi: number[]; kd: number[]; flat: number[] } & Record<
  MeasuredPlane,
  number[]
>;

/** Where and against what the months were measured. */
export interface Station {
  latDeg: number;
  /** The calendar months' means, kWh/m2. */
  ghiKwhM2: readonly number[];
}

/** Differences of a month from its calendar month, as logarithms. */
interface MonthResidual {
  irradiation: number;
  diffuse: number;
  ends: number;
  afternoon: number;
  /** Light of the planes, the flat one first. */
  planes: number[];
}

/** Findings of one season. */
export interface FittedSeason {
  months: number[];
  ghiSdPct: number;
  residual: SkyResidual;
  ratios: Record<MeasuredPlane, MeasuredRatio>;
  aboutOwnMonths: Record<MeasuredPlane, number>;
}

const PLANES = Object.keys(MEASURED_PLANES) as MeasuredPlane[];
const MOVE = 0.5;

/** Fits a season's months. */
export function fitSeason(
  measured: MeasuredMonths,
  station: Station,
  season: Season,
): FittedSeason {
  const sun = latitudeSun(station.latDeg, STANDARD_MODEL.daysPerMonth, STANDARD_MODEL.stepsPerDay);
  const months: readonly number[] = SEASONS[season];
  const which = range(measured.m.length).filter((i) => months.includes(monthOf(measured, i) + 1));
  const found = which.map((i) => monthResidual(measured, i, station, sun));
  const irradiation = found.map((month) => month.irradiation);
  const diffuse = lineOf(
    irradiation,
    found.map((month) => month.diffuse),
  );
  const ends = lineOf(
    irradiation,
    found.map((month) => month.ends),
  );
  const planes = found.map((month) => month.planes);
  const calendar = which.map((i) => monthOf(measured, i) + 1);
  return {
    months: calendar,
    ghiSdPct: 100 * (deviation(irradiation) ?? Number.NaN),
    residual: {
      diffuseSlope: diffuse.slope,
      diffuseScatter: diffuse.scatter,
      endsSlope: ends.slope,
      endsScatter: ends.scatter,
      afternoonScatter: deviation(found, (month) => month.afternoon) ?? Number.NaN,
    },
    ratios: spreadRatios(planes),
    aboutOwnMonths: ratiosAboutOwnMonths(planes, calendar),
  };
}

function monthOf({ m }: MeasuredMonths, i: number): number {
  return Number(m[i].slice(-2)) - 1;
}

function monthResidual(
  measured: MeasuredMonths,
  i: number,
  { latDeg, ghiKwhM2 }: Station,
  sun: LatitudeSun,
): MonthResidual {
  const month = monthOf(measured, i);
  const [ghi, usual] = [measured.ghi[i], ghiKwhM2[month]];
  const erbs = (kwhM2: number) =>
    erbsDiffuseFraction(kwhM2 / sun.monthlyGhiExtraKwhM2[month], sun.erbsWinter[month]);
  const fraction = measured.kd[i] / ghi;
  const light = (kwhM2: number, diffuse: number, ends = 0, afternoon = 0) =>
    planesLight(latDeg, month, kwhM2, diffuse, { ends, afternoon });
  const base = light(usual, erbs(usual));
  const known = light(ghi, fraction);
  const answer = (ends: number, afternoon: number) => {
    const high = light(usual, erbs(usual), ends, afternoon);
    const low = light(usual, erbs(usual), -ends, -afternoon);
    return PLANES.map((_, p) => Math.log(high[p + 1] / low[p + 1]) / (2 * MOVE));
  };
  const rest = PLANES.map((plane, p) => Math.log(measured[plane][i] / known[p + 1]));
  const [ends, afternoon] = solveTwo(answer(MOVE, 0), answer(0, MOVE), rest);
  const planes = [measured.flat[i], ...PLANES.map((plane) => measured[plane][i])];
  return {
    irradiation: Math.log(ghi / usual),
    diffuse: Math.log(fraction / erbs(ghi)),
    ends,
    afternoon,
    planes: planes.map((kwh, p) => Math.log(kwh / base[p])),
  };
}

/** In-plane irradiation of the flat plane and of the measured ones. */
function planesLight(
  latDeg: number,
  month: number,
  ghi: number,
  diffuse: number,
  move: { ends: number; afternoon: number },
): number[] {
  const climate = {
    ghiKwhM2: Array(MONTHS).fill(ghi),
    diffuseFraction: Array(MONTHS).fill(diffuse),
    temperatureC: Array(MONTHS).fill(Number.NaN),
    beamMoves: Array(MONTHS).fill(move),
  };
  const axes = { tiltsDeg: TILTS_DEG, azimuthsDeg: AZIMUTHS_DEG };
  const { poaKwhM2 } = planeSums(latDeg, climate, axes, STANDARD_MODEL);
  const first = month * TILTS_DEG.length * AZIMUTHS_DEG.length;
  return [0, ...PLANES.map((plane) => MEASURED_PLANES[plane])].map((p) => poaKwhM2[first + p]);
}

/** Least squares of two unknowns. */
function solveTwo(a: number[], b: number[], y: number[]): [number, number] {
  const dot = (u: number[], v: number[]) => sum(u, (value, i) => value * v[i]);
  const [aa, ab, bb, ay, by] = [dot(a, a), dot(a, b), dot(b, b), dot(a, y), dot(b, y)];
  const determinant = aa * bb - ab * ab;
  return [(ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant];
}

/** Least-squares line: its slope, and the scatter about it. */
function lineOf(x: number[], y: number[]): { slope: number; scatter: number } {
  const [middleX, middleY] = [mean(x) ?? 0, mean(y) ?? 0];
  const slope =
    sum(x, (value, i) => (value - middleX) * (y[i] - middleY)) /
    sum(x, (value) => (value - middleX) ** 2);
  const squares = sum(x, (value, i) => (y[i] - middleY - slope * (value - middleX)) ** 2);
  return { slope, scatter: Math.sqrt(squares / (x.length - 2)) };
}
