import { COLOUR_BAR_HEIGHT, colourBar } from '#common/charts/colour-bar.ts';
import { type ColourScale, MAGMA } from '#common/charts/colour-scale.ts';
import { heatMap, heatMapHeight } from '#common/charts/heat-map.ts';
import { figures, paragraph, type Section } from '#common/charts/html-page.ts';
import { CAPTION_HEIGHT, groupAt, svgDrawing } from '#common/charts/svg.ts';
import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { Household, TypeCurve } from '../../../schemas/types.ts';
import type { Town } from '../../accuracy/towns.ts';
import { temperatureMaps } from './dataset-maps.ts';
import type { ReportWords } from './words.ts';

const JANUARY = 0;
const JULY = 6;
const SIZES = { colWidth: 11, rowHeight: 24, left: 56 };

/**
 * What the household model makes hours of: type curves, and how cold it is where.
 * @param isCountry whether the country bounds the dataset
 */
export function householdSection(
  prices: PricesArtifact,
  isCountry: boolean,
  towns: readonly Town[],
  words: ReportWords,
): Section {
  const { title, curvesNote, temperaturesNote } = words.household;
  const { household } = prices.header;
  const maps = temperatureMaps(prices, isCountry, towns, [JANUARY, JULY], words);
  const html = [
    paragraph(fillingText(household, words)),
    figures(curveHeatMaps(household, words), 420, curvesNote),
    ...(maps.length > 0 ? [figures(maps, 320, temperaturesNote)] : []),
  ];
  return { id: 'household', title, html: html.join('\n') };
}

function fillingText({ uses, towns }: Household, { household, number }: ReportWords): string {
  const [appliances, water] = [uses.household, uses.hot_water].map((use) =>
    number(use.up_to_kwh.value ?? Number.NaN),
  );
  const names = Object.entries(towns).map(([area, { name }]) => `${name} (${area})`);
  return household.filling(appliances, water, names.join(', '));
}

/** Working days and days off by season, on one scale. */
function curveHeatMaps({ uses }: Household, words: ReportWords): string[] {
  const { seasons } = uses.household.type_curves;
  const all = seasons.flatMap(({ weekday, weekend }) => [...weekday, ...weekend]);
  const scale = { stops: MAGMA, min: 0, max: Math.max(...all) };
  return [
    curveHeatMap(words.household.weekday, seasons, ({ weekday }) => weekday, scale, words),
    curveHeatMap(words.household.weekend, seasons, ({ weekend }) => weekend, scale, words),
  ];
}

function curveHeatMap(
  title: string,
  seasons: readonly TypeCurve[],
  dayOf: (season: TypeCurve) => number[],
  scale: ColourScale,
  { household, number }: ReportWords,
): string {
  const cols = Array.from({ length: CLOCK_HOURS }, (_, hour) => (hour % 3 === 0 ? `${hour}` : ''));
  const rows = seasons.map((season) => `${number(season.mean_temperature_c)} °C`);
  const table = { rows, cols, values: Float64Array.from(seasons.flatMap(dayOf)), scale };
  const width = CLOCK_HOURS * SIZES.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, SIZES) + 10;
  const peaks = seasons.map((season) => {
    const day = dayOf(season);
    return household.peak(number(season.mean_temperature_c), day.indexOf(Math.max(...day)));
  });
  const caption = {
    title,
    subtitle: household.subtitle,
    description: `${peaks.join('; ')}.`,
  };
  const bar = colourBar({ scale, unit: household.unit, format: number }, width);
  return svgDrawing(caption, SIZES.left + width, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, SIZES)]),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}
