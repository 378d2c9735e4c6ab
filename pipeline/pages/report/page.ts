import { least } from 'd3-array';
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
import { REPORT_WORDS, type ReportLanguage, type ReportWords } from './words.ts';

/** South, middle and north of Sweden. */
const ROSE_TOWNS = ['Malmö', 'Stockholm', 'Kiruna'];
/** A town farther away says nothing of a place. */
const NEAR_KM = 100;

/** One page about a build in a language; prices and houses when it has prices. Same inputs, same bytes. */
export function reportPage(
  language: ReportLanguage,
  artifact: PvYieldArtifact,
  reported: ReportedFile,
  towns: readonly Town[],
  prices: PricesArtifact | null = null,
): string {
  const words = REPORT_WORDS[language];
  const { dataset_version, sources, coverage } = artifact.header;
  const lead = [...words.page.lead(sources[0]).map(paragraph), datasetCards(artifact, words)];
  const sections = [
    mapsSection(artifact, towns, words),
    seasonSection(artifact, words),
    ...orientationSections(artifact, towns, words),
    comparisonSection(artifact, towns, words),
    ...(prices ? marketSections(artifact, towns, prices, words) : []),
    provenanceSection(artifact, reported, words),
  ];
  return htmlPage(words.page.title(dataset_version, coverage), lead.join('\n'), sections, words);
}

function marketSections(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  prices: PricesArtifact,
  words: ReportWords,
): Section[] {
  const gridTariffs = prices.header.grid_tariffs;
  return [
    priceSection(prices, words),
    ...(gridTariffs ? [gridTariffSection(gridTariffs, words)] : []),
    householdSection(prices, artifact.header.coverage === COUNTRY, towns, words),
  ];
}

function datasetCards(
  artifact: PvYieldArtifact,
  { page, number, range: rangeText, coverage }: ReportWords,
): string {
  const { header, optimum_yield, optimum_tilt } = artifact;
  const cells = coveredCells(artifact);
  const spread = (values: ArrayLike<number>) =>
    spreadOf(Float64Array.from(cells, (cell) => values[cell]));
  const yields = spread(optimum_yield);
  const ghi = spread(annualGhi(artifact));
  const tilts = spread(optimum_tilt);
  const range = ({ min, max }: { min: number; max: number }, unit: string) =>
    `${rangeText(number(min, 0), number(max, 0))}${unit}`;
  const step = page.step(number(header.grid.step_deg), coverage(header.coverage));
  return cards([
    [number(yields.median, 0), page.yield, range(yields, page.aboveMedian)],
    [number(ghi.median, 0), page.irradiation, range(ghi, page.aboveMedian)],
    [`${number(tilts.median, 0)}°`, page.tilt, range(tilts, page.facingSouth)],
    [number(header.cells), page.cells, step],
  ]);
}

function mapsSection(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  words: ReportWords,
): Section {
  const { title, note, pale } = words.maps;
  const isCountry = artifact.header.coverage === COUNTRY;
  const html = [
    paragraph(extremesText(artifact, towns, words)),
    figures(datasetMaps(artifact, towns, words), 320, note(isCountry ? pale : '')),
  ];
  return { id: 'maps', title, html: html.join('\n') };
}

function extremesText(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  words: ReportWords,
): string {
  const { maps, number } = words;
  const places = cellPlaces(artifact);
  const yields = Float64Array.from(coveredCells(artifact), (cell) => artifact.optimum_yield[cell]);
  const { min, median, max } = spreadOf(yields);
  const placeOf = (value: number) => {
    const { lat, lng } = places[artifact.optimum_yield.indexOf(value)];
    return `${number(value, 0)} (${placeText(lat, lng, towns, words)})`;
  };
  const percent = number((100 * min) / max, 0);
  return maps.extremes(number(median, 0), placeOf(max), placeOf(min), percent);
}

/** Coordinates, and how far the nearest town is where it is near. */
function placeText(
  lat: number,
  lng: number,
  towns: readonly Town[],
  { compass, maps, number }: ReportWords,
): string {
  const northSouth = lat < 0 ? compass.south : compass.north;
  const eastWest = lng < 0 ? compass.west : compass.east;
  const place = maps.place(number(Math.abs(lat)), northSouth, number(Math.abs(lng)), eastWest);
  const { name, km } = nearestTown(towns, lat, lng);
  return km > NEAR_KM ? place : maps.near(place, number(km, 0), name);
}

function seasonSection(artifact: PvYieldArtifact, words: ReportWords): Section {
  const { seasons, number } = words;
  const { latitudes, percent } = seasonality(
    artifact,
    (cell, month) => artifact.ghi[cell * MONTHS + month],
  );
  const summer = (row: number) => {
    const months = percent.subarray(row * MONTHS, (row + 1) * MONTHS);
    const share = months[4] + months[5] + months[6];
    return seasons.summer(number(share, 0), latitudes[row], number(months[11], 1));
  };
  // In the order of the drawings; each region needs a name of its own.
  const names = [seasons.irradiation, seasons.southRoof].map(seasons.shares);
  const drawings = seasonalityDrawings(artifact, words).map((one, i) =>
    wideDrawing(names[i], one, 480),
  );
  const html = [
    paragraph(seasons.text(summer(0), summer(latitudes.length - 1))),
    figures(drawings, 420, seasons.note),
  ];
  return { id: 'seasons', title: seasons.title, html: html.join('\n') };
}

function orientationSections(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  words: ReportWords,
): Section[] {
  const orientations = roseTowns(artifact, towns).map(({ name, lat, lng }) =>
    orientationOf(artifact, name, cellNear(artifact, lat, lng)),
  );
  if (orientations.length === 0) return [];
  const scale = roseScale(orientations);
  const roses = orientations.map((orientation) => orientationRose(orientation, scale, words));
  const { title, note } = words.orientation;
  return [{ id: 'orientation', title, html: figures(roses, 300, note) }];
}

/** Towns with a cell in south, middle and north. */
function roseTowns(artifact: PvYieldArtifact, towns: readonly Town[]): Town[] {
  const there = towns.filter(({ lat, lng }) => cellNear(artifact, lat, lng) >= 0);
  if (artifact.header.coverage === COUNTRY) {
    return ROSE_TOWNS.flatMap((name) => there.find((town) => town.name === name) ?? []);
  }
  const northward = there.toSorted((a, b) => a.lat - b.lat);
  const [south, north] = [northward[0], northward[northward.length - 1]];
  const middle = least(northward, ({ lat }) => Math.abs(lat - (south.lat + north.lat) / 2));
  return [...new Set([south, middle, north])].filter((town) => town !== undefined);
}

function priceSection(prices: PricesArtifact, words: ReportWords): Section {
  const { spot_profile } = prices;
  const profile = MONTHS * CLOCK_HOURS;
  const areas = PRICE_AREAS.map((name, area) => ({
    name,
    sekPerKwh: spot_profile.subarray(area * profile, (area + 1) * profile),
  }));
  const { title, note } = words.prices;
  const html = [figures(priceHeatMaps(areas, words), 420, note), ...spreadFigures(prices, words)];
  return { id: 'prices', title, html: html.join('\n') };
}

/** The hours' spread, where there are hours. */
function spreadFigures(prices: PricesArtifact, words: ReportWords): string[] {
  const { year, hours: terms } = prices.header.spot;
  if (!terms) return [];
  const areas = PRICE_AREAS.flatMap((name) => {
    const hours = spotHours(prices, name);
    return hours ? [{ name, hours }] : [];
  });
  const { spreadName, spreadNote, quarterHours, listed, unlisted } = words.prices;
  const days = terms.quarter_hour_days;
  const made = days > 0 ? quarterHours(days) : '';
  const note = spreadNote(
    year,
    terms.licence && terms.republish ? listed(terms.licence) : unlisted,
    made,
  );
  const drawing = wideDrawing(spreadName, spreadHeatMap(areas, words), 430);
  return [figures([drawing], 480, note)];
}
