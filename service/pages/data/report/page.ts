import { nearestTown, type Town } from '../../../../pipeline/accuracy/towns.ts';
import {
  annualGhi,
  cellPlaces,
  coveredCells,
  spreadOf,
} from '../../../../pipeline/dataset/dataset-figures.ts';
import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { COUNTRY, WHERE_DATA } from '../../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import {
  cards,
  figures,
  htmlPage,
  paragraph,
  type Section,
  wideDrawing,
} from '../../ui/charts/html-page.ts';
import { comparisonSection } from './comparison-section.ts';
import { datasetMaps } from './dataset-maps.ts';
import { downloadSections } from './download-sections.ts';
import { provenanceSection, type ReportedFile } from './provenance-section.ts';
import { seasonality, seasonalityDrawings } from './seasonality.ts';

/** Towns farther away do not help to find a place. */
const NEAR_KM = 100;

/** One page about a build. Same inputs, same bytes. */
export function reportPage(
  artifact: PvYieldArtifact,
  reported: ReportedFile,
  towns: readonly Town[],
): string {
  const { dataset_version, sources, coverage } = artifact.header;
  const area = coverage === WHERE_DATA ? 'where the rasters have data' : `over ${coverage}`;
  const lead = [paragraph(`${sources[0]}.`), datasetCards(artifact)];
  return htmlPage(`Sun ${area}, dataset ${dataset_version}`, lead.join('\n'), [
    ...downloadSections(artifact, reported),
    provenanceSection(artifact, reported),
    comparisonSection(artifact, towns),
    mapsSection(artifact, towns),
    seasonSection(artifact),
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
  const range = ({ min, max }: { min: number; max: number }) =>
    `${min.toFixed(0)} to ${max.toFixed(0)}`;
  return cards([
    [yields.median.toFixed(0), 'kWh/kWp a year at the optimum', `median, ${range(yields)}`],
    [ghi.median.toFixed(0), 'kWh/m² a year on the flat', `median, ${range(ghi)}`],
    [`${tilts.median.toFixed(0)}°`, 'optimum tilt', `${range(tilts)}°, facing south`],
    [`${header.cells}`, 'cells', `every ${header.grid.step_deg}°, ${header.coverage}`],
  ]);
}

function mapsSection(artifact: PvYieldArtifact, towns: readonly Town[]): Section {
  const isCountry = artifact.header.coverage === COUNTRY;
  const pale = isCountry
    ? ' Pale cells are outside the country and serve lookups along the border.'
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
    return `${value.toFixed(0)} (${placeText(lat, lng, towns)})`;
  };
  const percent = ((100 * min) / max).toFixed(0);
  return `At its best tilt, a south roof yields ${median.toFixed(0)} kWh/kWp a year in the median cell. The most is ${placeOf(max)}, the least ${placeOf(min)}, ${percent} % of it.`;
}

/** Coordinates, and how far the nearest town is where it is near. */
function placeText(lat: number, lng: number, towns: readonly Town[]): string {
  const northSouth = lat < 0 ? 'S' : 'N';
  const eastWest = lng < 0 ? 'W' : 'E';
  const place = `${Math.abs(lat)} ${northSouth} ${Math.abs(lng)} ${eastWest}`;
  const { name, km } = nearestTown(towns, lat, lng);
  return km > NEAR_KM ? place : `${place}, ${km.toFixed(0)} km from ${name}`;
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
  const [north, south] = [summer(0), summer(latitudes.length - 1)];
  const drawings = seasonalityDrawings(artifact).map(({ title, svg }) =>
    // Each scrolling region needs a unique name.
    wideDrawing(`Shares of the year: ${title}`, svg, 480),
  );
  const html = [
    paragraph(`From May to July falls ${north} and ${south} of the year's irradiation.`),
    figures(
      drawings,
      420,
      'Each row is the mean of the cells within half a degree. Its twelve months sum to 100 %. A tilted roof evens the year out.',
    ),
  ];
  return { id: 'seasons', title: 'When the sun is there', html: html.join('\n') };
}
