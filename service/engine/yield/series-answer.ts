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
import { type RoofYear, roofYear } from './roof-year.ts';
import type { SeriesFace, SeriesInput } from './series-input.ts';

/** Hours are sent in whole ten-thousandths. */
const PER_KWH = 10_000;

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
  const production =
    input.form === 'hourly_kwh'
      ? { hourly_kwh: roundHours(year.hourlyKwh) }
      : { monthly_profile: profileOf(year.hourlyKwh) };
  const { model, ...shared } = commonParts(artifact);
  return {
    ...summaryOf(year, prices, input),
    ...production,
    model: { ...model, ...modelOverrides(input), weather: WEATHER },
    ...shared,
  };
}

/** Entries of a series' model instead of the dataset's: where its horizon and snow come from. */
function modelOverrides(input: SeriesInput): Partial<YieldModel> {
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

/** A year's sums, and those of its faces. */
function summaryOf(
  { faces, clippedKwh }: RoofYear,
  prices: SeriesPrices | null,
  { lat, lng, horizonDeg, inverterKw, faces: requested }: SeriesInput,
) {
  const clipped = sum(clippedKwh);
  const annual = sum(faces.map(({ annualKwh }) => annualKwh));
  const snowy = faces.flatMap(({ snow }) => snow?.kwh ?? []);
  const monthly = clippedKwh.map((lost, month) =>
    faces.reduce((sum, { monthlyKwh }) => sum + monthlyKwh[month], -lost),
  );
  return {
    annual_kwh: roundTo(annual - clipped, 2),
    monthly_kwh: roundMonths(monthly),
    ...(Number.isFinite(inverterKw) ? { clipped_kwh: roundTo(clipped, 2) } : {}),
    ...(horizonDeg
      ? { horizon_loss_kwh: roundTo(sum(faces.map(({ horizonKwh }) => horizonKwh)), 2) }
      : {}),
    ...(snowy.length > 0 ? { snow_loss_kwh: roundTo(sum(snowy), 2) } : {}),
    ...(prices ? { zone: priceAreaOf(prices.header.price_areas.boundaries, lat, lng) } : {}),
    faces: faces.map((face, i) => faceAnswer(face, requested[i])),
  };
}

function faceAnswer(
  { annualKwh, monthlyKwh, orientationFactor, snow }: RoofYear['faces'][number],
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

/** The hours as they are sent. Array.from would take ten times as long. */
function roundHours(hourlyKwh: Float64Array): number[] {
  const hours = new Array<number>(hourlyKwh.length);
  for (let t = 0; t < hours.length; t++) hours[t] = Math.round(hourlyKwh[t] * PER_KWH) / PER_KWH;
  return hours;
}

/** Means of the hours as they would be sent, [month][clock hour], kWh. */
function profileOf(hourlyKwh: Float64Array): number[][] {
  return Array.from({ length: MONTHS }, (_, month) =>
    Array.from({ length: CLOCK_HOURS }, (_, hour) => {
      let sum = 0;
      const end = MONTH_START[month + 1];
      for (let t = MONTH_START[month] + hour; t < end; t += CLOCK_HOURS) {
        sum += Math.round(hourlyKwh[t] * PER_KWH);
      }
      return roundTo(sum / (PER_KWH * MONTH_DAYS[month]), 6);
    }),
  );
}
