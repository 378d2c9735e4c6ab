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
import { fill } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
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
import { type ReportText, reportText } from './text.ts';

/** Towns farther away do not help to find a place. */
const NEAR_KM = 100;

/** One page about a build. Same inputs, same bytes. */
export function reportPage(
  artifact: PvYieldArtifact,
  reported: ReportedFile,
  towns: readonly Town[],
  language: Language,
): string {
  const text = reportText(language);
  const { words, quote, areaName } = text;
  const { dataset_version: version, sources, coverage } = artifact.header;
  const title = coverage === WHERE_DATA ? words.titleWhereData : words.title;
  const lead = [`<p>${quote(`${sources[0]}.`)}</p>`, datasetCards(artifact, text)];
  return htmlPage(language, fill(title, { area: areaName(coverage), version }), lead.join('\n'), [
    ...downloadSections(artifact, reported, text),
    provenanceSection(artifact, reported, text),
    comparisonSection(artifact, towns, text),
    mapsSection(artifact, towns, text),
    seasonSection(artifact, text),
  ]);
}

function datasetCards(artifact: PvYieldArtifact, { words, number, areaName }: ReportText): string {
  const { header, optimum_yield, optimum_tilt } = artifact;
  const cells = coveredCells(artifact);
  const spread = (values: ArrayLike<number>) =>
    spreadOf(Float64Array.from(cells, (cell) => values[cell]));
  const yields = spread(optimum_yield);
  const ghi = spread(annualGhi(artifact));
  const tilts = spread(optimum_tilt);
  const range = (text: string, { min, max }: { min: number; max: number }) =>
    fill(text, { min: number(min, 0), max: number(max, 0) });
  const step = number(header.grid.step_deg);
  return cards([
    [number(yields.median, 0), words.cardYield, range(words.cardRange, yields)],
    [number(ghi.median, 0), words.cardGhi, range(words.cardRange, ghi)],
    [`${number(tilts.median, 0)}°`, words.cardTilt, range(words.cardTilts, tilts)],
    [
      `${header.cells}`,
      words.cardCells,
      `${fill(words.every, { step })}, ${areaName(header.coverage)}`,
    ],
  ]);
}

function mapsSection(artifact: PvYieldArtifact, towns: readonly Town[], text: ReportText): Section {
  const { words } = text;
  const isCountry = artifact.header.coverage === COUNTRY;
  const notes = [words.mapsCell, ...(isCountry ? [words.mapsPale] : []), words.mapsNote];
  const html = [
    paragraph(extremesText(artifact, towns, text)),
    figures(datasetMaps(artifact, towns, text), 320, notes.join(' ')),
  ];
  return { id: 'maps', title: words.maps, html: html.join('\n') };
}

function extremesText(artifact: PvYieldArtifact, towns: readonly Town[], text: ReportText): string {
  const { words, number } = text;
  const places = cellPlaces(artifact);
  const yields = Float64Array.from(coveredCells(artifact), (cell) => artifact.optimum_yield[cell]);
  const { min, median, max } = spreadOf(yields);
  const placeOf = (value: number) => {
    const { lat, lng } = places[artifact.optimum_yield.indexOf(value)];
    return `${number(value, 0)} (${placeText(lat, lng, towns, text)})`;
  };
  return fill(words.mapsExtremes, {
    median: number(median, 0),
    most: placeOf(max),
    least: placeOf(min),
    percent: number((100 * min) / max, 0),
  });
}

/** Coordinates, and how far the nearest town is where it is near. */
function placeText(
  lat: number,
  lng: number,
  towns: readonly Town[],
  { words, number }: ReportText,
): string {
  const [north, east, south, west] = words.compass.split('|');
  const place = `${number(Math.abs(lat))} ${lat < 0 ? south : north} ${number(Math.abs(lng))} ${lng < 0 ? west : east}`;
  const { name, km } = nearestTown(towns, lat, lng);
  return km > NEAR_KM ? place : fill(words.nearTown, { place, km: number(km, 0), town: name });
}

function seasonSection(artifact: PvYieldArtifact, text: ReportText): Section {
  const { words, number } = text;
  const { latitudes, percent } = seasonality(
    artifact,
    (cell, month) => artifact.ghi[cell * MONTHS + month],
  );
  const summer = (row: number) => {
    const months = percent.subarray(row * MONTHS, (row + 1) * MONTHS);
    const share = months[4] + months[5] + months[6];
    return fill(words.seasonsAt, {
      percent: number(share, 0),
      lat: latitudes[row],
      december: number(months[11], 1),
    });
  };
  const [north, south] = [summer(0), summer(latitudes.length - 1)];
  const drawings = seasonalityDrawings(artifact, text).map(({ title, svg }) =>
    // Each scrolling region needs a unique name.
    wideDrawing(fill(words.seasonsShares, { title }), svg, 480),
  );
  const html = [
    paragraph(fill(words.seasonsSummer, { north, south })),
    figures(drawings, 420, words.seasonsNote),
  ];
  return { id: 'seasons', title: words.seasons, html: html.join('\n') };
}
