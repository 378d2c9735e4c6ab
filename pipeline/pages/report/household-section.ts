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
): Section {
  const { household } = prices.header;
  const maps = temperatureMaps(prices, isCountry, towns, [JANUARY, JULY]);
  const html = [
    paragraph(fillingText(household)),
    figures(
      curveHeatMaps(household),
      420,
      'Mean use of many houses; the model lets single hours and days differ from it as those of a house do.',
    ),
    ...(maps.length > 0 ? [figures(maps, 320, 'Temperatures by which houses are heated.')] : []),
  ];
  return { id: 'household', title: 'What houses use', html: html.join('\n') };
}

function fillingText({ uses, towns }: Household): string {
  const [appliances, water] = [uses.household, uses.hot_water].map((use) => use.up_to_kwh.value);
  const names = Object.entries(towns).map(([area, { name }]) => `${name} (${area})`);
  return `A year's use is appliances and light up to ${appliances} kWh, then hot water up to ${water}, and the rest space heat. A house of which only the price area is known has the temperatures of ${names.join(', ')}.`;
}

/** Working days and days off by season, on one scale. */
function curveHeatMaps({ uses }: Household): string[] {
  const { seasons } = uses.household.type_curves;
  const all = seasons.flatMap(({ weekday, weekend }) => [...weekday, ...weekend]);
  const scale = { stops: MAGMA, min: 0, max: Math.max(...all) };
  return [
    curveHeatMap('Appliances, working days', seasons, ({ weekday }) => weekday, scale),
    curveHeatMap('Appliances, days off', seasons, ({ weekend }) => weekend, scale),
  ];
}

function curveHeatMap(
  title: string,
  seasons: readonly TypeCurve[],
  dayOf: (season: TypeCurve) => number[],
  scale: ColourScale,
): string {
  const cols = Array.from({ length: CLOCK_HOURS }, (_, hour) => (hour % 3 === 0 ? `${hour}` : ''));
  const rows = seasons.map((season) => `${season.mean_temperature_c} °C`);
  const table = { rows, cols, values: Float64Array.from(seasons.flatMap(dayOf)), scale };
  const width = CLOCK_HOURS * SIZES.colWidth;
  const bottom = CAPTION_HEIGHT + heatMapHeight(table, SIZES) + 10;
  const peaks = seasons.map((season) => {
    const day = dayOf(season);
    return `${season.mean_temperature_c} °C: most at ${day.indexOf(Math.max(...day))}:00`;
  });
  const caption = {
    title,
    subtitle: 'by outdoor temperature and clock hour',
    description: `${peaks.join('; ')}.`,
  };
  const bar = colourBar({ scale, unit: 'relative use', format: String }, width);
  return svgDrawing(caption, SIZES.left + width, bottom + COLOUR_BAR_HEIGHT, [
    groupAt(0, CAPTION_HEIGHT, [heatMap(table, SIZES)]),
    groupAt(SIZES.left, bottom, [bar]),
  ]);
}
