import {
  cards,
  figures,
  htmlPage,
  paragraph,
  type Section,
  wideDrawing,
} from '#common/charts/html-page.ts';
import { CLOCK_HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { type PricesArtifact, spotHours } from '../../../schemas/codec/prices-artifact.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { nearestTown, type Town } from '../../accuracy/towns.ts';
import {
  annualGhi,
  cellNear,
  cellPlaces,
  coveredCells,
  spreadOf,
} from '../../dataset/dataset-figures.ts';
import { comparisonSection } from './comparison-section.ts';
import { datasetMaps } from './dataset-maps.ts';
import { gridTariffSection } from './grid-tariff-section.ts';
import { householdSection } from './household-section.ts';
import { orientationOf, orientationRose, roseScale } from './orientation-rose.ts';
import { priceHeatMaps } from './price-heat-map.ts';
import { provenanceSection, type ReportedFile } from './provenance-section.ts';
import { seasonality, seasonalityDrawings } from './seasonality.ts';
import { spreadHeatMap } from './spread-heat-map.ts';

/** South, middle and north. */
const ROSE_TOWNS = ['Malmö', 'Stockholm', 'Kiruna'];

/** One page about a build; prices and houses when it has prices. Same inputs, same bytes. */
export function reportPage(
  artifact: PvYieldArtifact,
  reported: ReportedFile,
  towns: readonly Town[],
  prices: PricesArtifact | null = null,
): string {
  const { dataset_version, sources } = artifact.header;
  const lead = [paragraph(`${sources[0]}.`), datasetCards(artifact)].join('\n');
  return htmlPage(`Sun over Sweden, dataset ${dataset_version}`, lead, [
    mapsSection(artifact, towns),
    seasonSection(artifact),
    ...orientationSections(artifact, towns),
    comparisonSection(artifact, towns),
    ...(prices
      ? [
          priceSection(prices),
          ...(prices.header.grid_tariffs ? [gridTariffSection(prices.header.grid_tariffs)] : []),
          householdSection(prices, artifact.header.coverage === COUNTRY, towns),
        ]
      : []),
    provenanceSection(artifact, reported),
  ]);
}

function datasetCards(artifact: PvYieldArtifact): string {
  const { header, optimum_yield, optimum_tilt } = artifact;
  const cells = coveredCells(artifact);
  const spread = (values: ArrayLike<number>) =>
    spreadOf(Float64Array.from(cells, (cell) => values[cell]));
  const yields = spread(optimum_yield);
  const ghi = spread(annualGhi(artifact));
  const tilts = spread(optimum_tilt);
  const range = ({ min, max }: { min: number; max: number }, unit: string) =>
    `${min.toFixed(0)} to ${max.toFixed(0)}${unit}`;
  return cards([
    [yields.median.toFixed(0), 'kWh/kWp a year at the optimum', range(yields, '; above: median')],
    [ghi.median.toFixed(0), 'kWh/m² a year on the flat', range(ghi, '; above: median')],
    [`${tilts.median.toFixed(0)}°`, 'optimum tilt', range(tilts, '°, facing south')],
    [String(header.cells), 'cells', `every ${header.grid.step_deg}°, ${header.coverage}`],
  ]);
}

function mapsSection(artifact: PvYieldArtifact, towns: readonly Town[]): Section {
  const pale =
    artifact.header.coverage === COUNTRY
      ? ' Pale ones lie outside the country and serve lookups along the border.'
      : '';
  const note = `Each square is a cell of the dataset.${pale} Figures, colours and medians are of the cells whose centre is covered. Outlines: Natural Earth.`;
  const html = [
    paragraph(extremesText(artifact, towns)),
    figures(datasetMaps(artifact, towns), 320, note),
  ];
  return { id: 'maps', title: 'Where the sun is', html: html.join('\n') };
}

function extremesText(artifact: PvYieldArtifact, towns: readonly Town[]): string {
  const places = cellPlaces(artifact);
  const yields = Float64Array.from(coveredCells(artifact), (cell) => artifact.optimum_yield[cell]);
  const { min, median, max } = spreadOf(yields);
  const placeOf = (value: number) => {
    const { lat, lng } = places[artifact.optimum_yield.indexOf(value)];
    const { name, km } = nearestTown(towns, lat, lng);
    return `${lat} N ${lng} E, ${km.toFixed(0)} km from ${name}`;
  };
  return `At its best tilt, a south roof yields ${median.toFixed(0)} kWh/kWp a year in the median cell. The most is ${max.toFixed(0)} (${placeOf(max)}), the least ${min.toFixed(0)} (${placeOf(min)}), ${((100 * min) / max).toFixed(0)} % of it.`;
}

function seasonSection(artifact: PvYieldArtifact): Section {
  const { latitudes, percent } = seasonality(
    artifact,
    (cell, month) => artifact.ghi[cell * MONTHS + month],
  );
  const summer = (row: number) => {
    const months = percent.subarray(row * MONTHS, (row + 1) * MONTHS);
    const share = months[4] + months[5] + months[6];
    return `${share.toFixed(0)} % at ${latitudes[row]}° N (December ${months[11].toFixed(1)} %)`;
  };
  const html = [
    paragraph(
      `From May to July falls ${summer(0)} and ${summer(latitudes.length - 1)} of the year's irradiation.`,
    ),
    figures(
      seasonalityDrawings(artifact).map((one) => wideDrawing('Shares of the year', one, 480)),
      420,
      'Each row is the mean of the cells within half a degree; its twelve months sum to 100 %. A tilted roof evens the year out.',
    ),
  ];
  return { id: 'seasons', title: 'When the sun is there', html: html.join('\n') };
}

function orientationSections(artifact: PvYieldArtifact, towns: readonly Town[]): Section[] {
  const orientations = ROSE_TOWNS.flatMap((name) => {
    const town = towns.find((candidate) => candidate.name === name);
    const cell = town ? cellNear(artifact, town.lat, town.lng) : -1;
    return cell < 0 ? [] : [orientationOf(artifact, name, cell)];
  });
  if (orientations.length === 0) return [];
  const scale = roseScale(orientations);
  const roses = orientations.map((orientation) => orientationRose(orientation, scale));
  const note =
    'A compass seen from above: the direction is where the roof faces, the distance from the middle its tilt, from flat in the middle to a wall at the rim. Figures are percent of the best orientation, the ring is the optimum. East and west are equal: the method works in solar time.';
  return [
    { id: 'orientation', title: 'Which way a roof may face', html: figures(roses, 300, note) },
  ];
}

function priceSection(prices: PricesArtifact): Section {
  const { spot_profile } = prices;
  const profile = MONTHS * CLOCK_HOURS;
  const areas = PRICE_AREAS.map((name, area) => ({
    name,
    sekPerKwh: spot_profile.subarray(area * profile, (area + 1) * profile),
  }));
  const note =
    'Spot price by month and clock hour: means, without taxes; hour 0 is 00:00 to 01:00 in Sweden. Price areas from north (SE1) to south (SE4), on one scale.';
  return {
    id: 'prices',
    title: 'What power costs',
    html: [figures(priceHeatMaps(areas), 420, note), ...spreadFigures(prices)].join('\n'),
  };
}

/** The hours' spread, where there are hours. */
function spreadFigures(prices: PricesArtifact): string[] {
  const { year, hours: terms } = prices.header.spot;
  if (!terms) return [];
  const areas = PRICE_AREAS.flatMap((name) => {
    const hours = spotHours(prices, name);
    return hours ? [{ name, hours }] : [];
  });
  const days = terms.quarter_hour_days;
  const made = days > 0 ? ` On ${days} days they are the means of quarter hours.` : '';
  const use = terms.republish
    ? `may be listed and exported: ${terms.licence}`
    : 'are used in simulations and neither listed nor exported';
  const note = `The dataset has the hours of ${year}, which ${use}.${made} A battery that follows the price of its hour earns by this spread; means by month and hour have less of it.`;
  return [figures([wideDrawing('Spread of a day', spreadHeatMap(areas), 430)], 480, note)];
}
