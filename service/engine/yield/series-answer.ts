import { summerTimeOf } from '#clock/stockholm-time.ts';
import { CLOCK_HOURS, MONTH_DAYS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { priceAreaOf } from '../../../schemas/codec/price-area.ts';
import type {
  PricesHeader,
  PvYieldSeries,
  SeriesFaceYield,
  YieldModel,
} from '../../../schemas/types.ts';
import { simulatedYear } from '../house/simulated-year.ts';
import { roundTo } from '../round.ts';
import { sum } from '../statistics.ts';
import { type CellData, commonParts, WEATHER } from './cell-data.ts';
import { type RoofFaceYear, type RoofYear, roofYear } from './roof-year.ts';
import type { SeriesFace, SeriesInput } from './series-input.ts';

/** Hours are sent in whole ten-thousandths. */
export const PER_KWH = 10_000;

/** Part of the prices that a series is made with. */
export interface SeriesPrices {
  header: Pick<PricesHeader, 'price_areas' | 'spot'>;
}

/** The answer to a series call for a covered point. */
export function seriesAnswer(
  { artifact }: CellData,
  prices: SeriesPrices | null,
  input: SeriesInput,
): PvYieldSeries {
  const year = roofYear(artifact, input, summerTimeOf(simulatedYear(prices)));
  const hours = year.hourlyKwh.map((kwh) => Math.round(kwh * PER_KWH));
  const production =
    input.form === 'hourly_kwh'
      ? { hourly_kwh: Array.from(hours, (tenThousandths) => tenThousandths / PER_KWH) }
      : { monthly_profile: profileOf(hours) };
  const { model, ...shared } = commonParts(artifact);
  return {
    ...summaryOf(year, prices, input),
    ...production,
    model: { ...model, ...modelOverrides(input), weather: WEATHER },
    ...shared,
  };
}

/** Entries of a series' model instead of the dataset's: where its horizon and snow come from. */
export function modelOverrides(input: SeriesInput): Partial<YieldModel> {
  return { ...horizonModel(input), ...snowModel(input) };
}

function horizonModel({ horizonDeg }: SeriesInput): { horizon?: string } {
  if (!horizonDeg) return {};
  const [min, max] = [Math.min(...horizonDeg), Math.max(...horizonDeg)];
  return { horizon: `the caller's ${horizonDeg.length} heights, ${min} to ${max} degrees` };
}

function snowModel({ faces }: SeriesInput): { snow?: string } {
  return faces.some(({ snow }) => snow) ? { snow: "the caller's snow_loss" } : {};
}

/** Summary of a series' year. */
export type Summary = Pick<
  PvYieldSeries,
  | 'annual_kwh'
  | 'monthly_kwh'
  | 'clipped_kwh'
  | 'horizon_loss_kwh'
  | 'snow_loss_kwh'
  | 'zone'
  | 'faces'
>;

/** A year's sums, and those of its faces. */
export function summaryOf(
  { faces, clippedKwh }: RoofYear,
  prices: SeriesPrices | null,
  { lat, lng, horizonDeg, inverterKw, faces: requested }: SeriesInput,
): Summary {
  const clipped = sum(clippedKwh);
  const annual = faces.reduce((sum, { annualKwh }) => sum + annualKwh, 0);
  const snowy = faces.flatMap(({ snow }) => snow ?? []);
  const hidden = faces.reduce((sum, { horizonKwh }) => sum + horizonKwh, 0);
  const monthly = clippedKwh.map((lost, month) =>
    faces.reduce((sum, { monthlyKwh }) => sum + monthlyKwh[month], -lost),
  );
  return {
    annual_kwh: roundTo(annual - clipped, 2),
    monthly_kwh: roundMonths(monthly),
    ...(Number.isFinite(inverterKw) ? { clipped_kwh: roundTo(clipped, 2) } : {}),
    ...(horizonDeg ? { horizon_loss_kwh: roundTo(hidden, 2) } : {}),
    ...(snowy.length > 0
      ? {
          snow_loss_kwh: roundTo(
            snowy.reduce((sum, { kwh }) => sum + kwh, 0),
            2,
          ),
        }
      : {}),
    ...(prices ? { zone: priceAreaOf(prices.header.price_areas.boundaries, lat, lng) } : {}),
    faces: faces.map((face, i) => faceAnswer(face, requested[i])),
  };
}

function faceAnswer(
  { annualKwh, monthlyKwh, orientationFactor, snow }: RoofFaceYear,
  { id }: SeriesFace,
): SeriesFaceYield {
  return {
    ...(id === undefined ? {} : { id }),
    annual_kwh: roundTo(annualKwh, 2),
    monthly_kwh: roundMonths(monthlyKwh),
    orientation_factor: roundTo(orientationFactor, 4),
    ...(snow ? { snow_loss: Array.from(snow.loss, (share) => roundTo(share, 4)) } : {}),
  };
}

function roundMonths(kwh: Float64Array): number[] {
  return Array.from(kwh, (value) => roundTo(value, 2));
}

/** Means of the hours as they would be sent, [month][clock hour], kWh. */
export function profileOf(tenThousandths: Float64Array): number[][] {
  return Array.from({ length: MONTHS }, (_, month) =>
    Array.from({ length: CLOCK_HOURS }, (_, hour) => {
      let sum = 0;
      const end = MONTH_START[month + 1];
      for (let t = MONTH_START[month] + hour; t < end; t += CLOCK_HOURS) {
        sum += tenThousandths[t];
      }
      return roundTo(sum / (PER_KWH * MONTH_DAYS[month]), 6);
    }),
  );
}
