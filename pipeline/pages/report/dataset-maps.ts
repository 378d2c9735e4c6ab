import type { PvYieldArtifact } from '../../../schemas/pv-yield-artifact.ts';
import type { Town } from '../../accuracy/towns.ts';
import { annualGhi, cellNear, coveredCells } from '../../dataset/dataset-figures.ts';
import { cellMap, type MapGround, type MapLabel, mapGround } from '../charts/cell-map.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '../charts/colour-bar.ts';
import {
  type ColourScale,
  type ColourStops,
  colourOf,
  MAGMA,
  VIRIDIS,
} from '../charts/colour-scale.ts';
import { spreadOf } from '../charts/spread.ts';
import { databaseMap } from './database-map.ts';

/** Towns that the maps name: spread over the country, far enough apart for their labels. */
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

/** A quantity of every cell to be mapped. */
interface MappedValues {
  id: string;
  title: string;
  values: Float64Array;
  unit: string;
  digits: number;
  stops: ColourStops;
}

/** Maps of a dataset, in the order of a reader's questions. */
export function datasetMaps(artifact: PvYieldArtifact, towns: readonly Town[]): string[] {
  const places = { grid: artifact.grid, cellIndex: artifact.cell_index };
  const ground = mapGround(places, artifact.header.coverage === 'Sweden', 330);
  const named = towns.filter(({ name }) => NAMED_TOWNS.includes(name));
  return [
    ...mappedValues(artifact).map((mapped) => valueMap(artifact, ground, named, mapped)),
    databaseMap(artifact, ground),
  ];
}

function mappedValues(artifact: PvYieldArtifact): MappedValues[] {
  return [
    {
      id: 'yield-map',
      title: 'Yield at the optimum',
      values: artifact.optimum_yield,
      unit: 'kWh/kWp a year',
      digits: 0,
      stops: VIRIDIS,
    },
    {
      id: 'ghi-map',
      title: 'Global horizontal irradiation',
      values: annualGhi(artifact),
      unit: 'kWh/m² a year',
      digits: 0,
      stops: MAGMA,
    },
    {
      id: 'tilt-map',
      title: 'Optimum tilt',
      values: Float64Array.from(artifact.optimum_tilt),
      unit: 'degrees, facing south',
      digits: 0,
      stops: VIRIDIS,
    },
  ];
}

function valueMap(
  artifact: PvYieldArtifact,
  ground: MapGround,
  towns: readonly Town[],
  { id, title, values, unit, digits, stops }: MappedValues,
): string {
  const { min, median, max } = spreadOf(
    Float64Array.from(coveredCells(artifact), (cell) => values[cell]),
  );
  const format = (value: number) => value.toFixed(digits);
  const scale: ColourScale = { stops, min, max };
  const marked = { value: median, label: `median ${format(median)}` };
  const bar = colourBar({ scale, unit, format: String, marked }, ground.projection.width);
  const spread = `${format(min)} to ${format(max)} ${unit}, median ${format(median)}`;
  const labels = labelsOf(artifact, towns, (cell) => format(values[cell]));
  const stated = labels.map(({ text }) => text).join(', ');
  const caption = { title, subtitle: spread, description: `${spread}. ${stated}.` };
  const legend = { svg: bar, height: COLOUR_BAR_HEIGHT };
  return cellMap(ground, id, caption, (cell) => colourOf(scale, values[cell]), labels, legend);
}

function labelsOf(
  artifact: PvYieldArtifact,
  towns: readonly Town[],
  figureOf: (cell: number) => string,
): MapLabel[] {
  return towns.flatMap(({ name, lat, lng }) => {
    const cell = cellNear(artifact, lat, lng);
    return cell < 0 ? [] : [{ lat, lng, text: `${name} ${figureOf(cell)}` }];
  });
}
