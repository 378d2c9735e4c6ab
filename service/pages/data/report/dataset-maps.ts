import { range, rollups } from 'd3-array';
import type { Town } from '../../../../pipeline/accuracy/towns.ts';
import {
  annualGhi,
  type Cells,
  cellNear,
  coveredCells,
  spreadOf,
} from '../../../../pipeline/dataset/dataset-figures.ts';
import { COUNTRY } from '../../../../schemas/codec/coverage-mask.ts';
import type { PvYieldArtifact } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { fill } from '../../messages/format.ts';
import {
  cellMap,
  type Legend,
  type MapGround,
  type MapLabel,
  mapGround,
} from '../../server/cell-map.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '../../ui/charts/colour-bar.ts';
import {
  type ColourScale,
  type ColourStops,
  colourOf,
  MAGMA,
  VIRIDIS,
} from '../../ui/charts/colour-scale.ts';
import { filledRect, textAt } from '../../ui/charts/svg.ts';
import type { ReportText } from './text.ts';

/** Towns named on the maps: spread over Sweden, far enough apart for their labels. */
const NAMED_TOWNS = [
  'Kiruna',
  'Luleå',
  'Storuman',
  'Umeå',
  'Sundsvall',
  'Sveg',
  'Mora',
  'Karlstad',
  'Stockholm',
  'Göteborg',
  'Hemse',
  'Kalmar',
  'Malmö',
];

/** Colours of the databases, in the header's order. Further ones share the last. */
const DATABASE_COLOURS = ['#3b7dba', '#e0a030', '#5b9e56', '#a35fa8'];

const UNKNOWN_COLOUR = '#88888880';

/** A quantity to be mapped, by cell. NaN is unknown. */
interface MappedValues {
  id: string;
  title: string;
  values: Float64Array;
  unit: string;
  stops: ColourStops;
}

export function datasetMaps(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  text: ReportText,
): string[] {
  const places = { grid: artifact.grid, cellIndex: artifact.cell_index };
  const ground = mapGround(places, artifact.header.coverage === COUNTRY, 330);
  return [
    ...mappedValues(artifact, text).map((mapped) =>
      valueMap(artifact, ground, towns, mapped, text),
    ),
    databaseMap(artifact, ground, text),
  ];
}

function mappedValues(artifact: PvYieldArtifact, { words }: ReportText): MappedValues[] {
  return [
    {
      id: 'yield-map',
      title: words.mapYield,
      values: artifact.optimum_yield,
      unit: words.mapYieldUnit,
      stops: VIRIDIS,
    },
    {
      id: 'ghi-map',
      title: words.ghi,
      values: annualGhi(artifact),
      unit: words.mapGhiUnit,
      stops: MAGMA,
    },
    {
      id: 'tilt-map',
      title: words.mapTilt,
      values: Float64Array.from(artifact.optimum_tilt),
      unit: words.mapTiltUnit,
      stops: VIRIDIS,
    },
  ];
}

function valueMap(
  cells: Cells,
  ground: MapGround,
  towns: readonly Town[],
  { id, title, values, unit, stops }: MappedValues,
  { words, number }: ReportText,
): string {
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(cells), (cell) => values[cell]),
  );
  const format = (value: number) => number(value, 0);
  const scale: ColourScale = { stops, min, max };
  const marked = { value: median, label: fill(words.median, { value: format(median) }) };
  const bar = colourBar({ scale, unit, format: number, marked }, ground.projection.width);
  const spread = fill(words.spread, {
    min: format(min),
    max: format(max),
    unit,
    median: format(median),
  });
  const labels = labelsOf(cells, towns, (cell) => format(values[cell]));
  const description = [spread, ...labels.map(({ text }) => text)].join(', ');
  const caption = { title, subtitle: spread, description };
  const legend = { svg: bar, height: COLOUR_BAR_HEIGHT };
  const colourOfCell = (cell: number) =>
    Number.isNaN(values[cell]) ? UNKNOWN_COLOUR : colourOf(scale, values[cell]);
  return cellMap(ground, { id, caption, colourOfCell, labels, legend, number });
}

/** The named towns with their cells' figures. */
function labelsOf(
  cells: Cells,
  towns: readonly Town[],
  figureOf: (cell: number) => string,
): MapLabel[] {
  const named = towns.filter(({ name }) => NAMED_TOWNS.includes(name));
  return named.flatMap(({ name, lat, lng }) => {
    const cell = cellNear(cells, lat, lng);
    return cell < 0 ? [] : [{ lat, lng, text: `${name} ${figureOf(cell)}` }];
  });
}

/** The database of each cell, paler where ERA5 was scaled. */
function databaseMap(
  { header, radiation_db, era5_corrected }: PvYieldArtifact,
  ground: MapGround,
  { words, number }: ReportText,
): string {
  const colourOfKind = (kind: number) => {
    const colour = DATABASE_COLOURS[Math.min(kind >> 1, DATABASE_COLOURS.length - 1)];
    return kind & 1 ? `${colour}99` : colour;
  };
  const kindOf = (cell: number) => 2 * radiation_db[cell] + era5_corrected[cell];
  const counts = rollups(range(header.cells), (cells) => cells.length, kindOf);
  const entries = counts
    .sort(([a], [b]) => a - b)
    .map(([kind, count]) => {
      const name = header.radiation_dbs[kind >> 1];
      const line = kind & 1 ? words.databaseCorrected : words.databaseCells;
      return { colour: colourOfKind(kind), name: fill(line, { name, count }) };
    });
  const correction = `${words.era5Correction}: ${header.era5_correction ? words.on : words.off}`;
  const caption = {
    title: words.mapDatabase,
    subtitle: correction,
    description: `${entries.map(({ name }) => name).join('; ')}. ${correction}.`,
  };
  const colourOfCell = (cell: number) => colourOfKind(kindOf(cell));
  const legend = keyOf(entries);
  const content = { id: 'database-map', caption, colourOfCell, labels: [], legend, number };
  return cellMap(ground, content);
}

function keyOf(entries: readonly { colour: string; name: string }[]): Legend {
  const lines = entries.map(
    ({ colour, name }, i) =>
      filledRect({ x: 0, y: 6 + 18 * i, width: 12, height: 12 }, colour) +
      textAt(18, 16 + 18 * i, name),
  );
  return { svg: lines.join('\n'), height: Math.max(COLOUR_BAR_HEIGHT, 6 + 18 * entries.length) };
}
