import {
  ByteWriter,
  type ColumnSource,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
import {
  AZIMUTH_CONVENTION,
  AZIMUTHS,
  AZIMUTHS_DEG,
  MONTHS,
  PLANES,
  planeIndex,
  storedAzimuthIndex,
  TILTS,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldHeader } from '../../../schemas/types.ts';
import { cellPlaces } from '../../dataset/dataset-figures.ts';
import { beginWhole } from '../../files/write-whole.ts';

/** Rows of a cell: every tilt at every azimuth, both halves of the compass. */
export const ROWS_PER_CELL = TILTS * AZIMUTHS;
/** A row group of 68 400 rows: readers work on several at once and skip those of other places. */
const CELLS_PER_GROUP = 100;
/** Energies are given to 0.01 kWh, as answers do; equal figures share an entry of the dictionaries. */
const PER_KWH = 100;

type Values = Float64Array | Float32Array | Int32Array;
type Column = ColumnSource & { data: Values };

/**
 * Writes the yields of a dataset as Parquet, one row a cell and plane (36 azimuths, 19 tilts), cells
 * south to north: place, plane, in-plane irradiation and yield of the year in kWh/m2 and kWh/kWp, yields of
 * the months. Units, azimuths' rule and credit are the file's key-value metadata. Memory is that of a group.
 * @returns its rows
 * @throws Error naming the file when the disk is full
 */
export function writePlanesParquet(path: string, artifact: PvYieldArtifact): number {
  const places = cellPlaces(artifact);
  const file = beginWhole(path);
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: emptyColumns(0) });
  const kvMetadata = metadataOf(artifact.header);
  const parquet = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'sun-over-sweden' });
  let position = 0;
  const drain = () => {
    position = file.write(writer.getBytes(), position, position + writer.index);
    writer.index = 0;
  };
  try {
    for (let first = 0; first < places.length; first += CELLS_PER_GROUP) {
      const group = places.slice(first, first + CELLS_PER_GROUP);
      const columnData = groupColumns(artifact, group);
      parquet.write({ columnData, rowGroupSize: group.length * ROWS_PER_CELL });
      drain();
    }
    parquet.finish();
    drain();
  } catch (error) {
    file.abandon();
    throw error;
  }
  file.finish();
  return places.length * ROWS_PER_CELL;
}

const MONTH_COLUMNS = Array.from(
  { length: MONTHS },
  (_, month) => `yield_${String(month + 1).padStart(2, '0')}_kwh_kwp`,
);

/** Units of the columns, in their order. */
const UNITS: Record<string, string> = {
  lat: 'degrees north, WGS 84, centre of the cell',
  lng: 'degrees east, WGS 84, centre of the cell',
  tilt_deg: 'degrees from the horizontal',
  azimuth_deg: `degrees, ${AZIMUTH_CONVENTION}`,
  poa_kwh_m2: 'kWh/m2 a year in the plane',
  yield_kwh_kwp: 'kWh/kWp a year',
  ...Object.fromEntries(MONTH_COLUMNS.map((name) => [name, 'kWh/kWp in the month'])),
};

function emptyColumns(rows: number): Column[] {
  return Object.keys(UNITS).map((name): Column => {
    if (name === 'lat' || name === 'lng') return column(name, 'DOUBLE', new Float64Array(rows));
    if (name.endsWith('_deg')) return column(name, 'INT32', new Int32Array(rows));
    return column(name, 'FLOAT', new Float32Array(rows));
  });
}

function column(name: string, type: 'DOUBLE' | 'FLOAT' | 'INT32', data: Values): Column {
  return { name, type, data, nullable: false };
}

function groupColumns(
  artifact: PvYieldArtifact,
  group: readonly { cell: number; lat: number; lng: number }[],
): Column[] {
  const columns = emptyColumns(group.length * ROWS_PER_CELL);
  group.forEach((place, i) => {
    fillCell(
      columns.map(({ data }) => data),
      i * ROWS_PER_CELL,
      artifact,
      place,
    );
  });
  return columns;
}

/** Sets the rows of a cell; a west plane yields what its mirror image in the east does (axes.ts). */
function fillCell(
  [lat, lng, tilt, azimuth, poa, year, ...months]: readonly Values[],
  firstRow: number,
  artifact: PvYieldArtifact,
  place: { cell: number; lat: number; lng: number },
): void {
  const { cell } = place;
  for (let i = 0; i < ROWS_PER_CELL; i++) {
    const row = firstRow + i;
    const tiltIndex = Math.floor(i / AZIMUTHS);
    const plane = cell * PLANES + planeIndex(tiltIndex, storedAzimuthIndex(i % AZIMUTHS));
    lat[row] = place.lat;
    lng[row] = place.lng;
    tilt[row] = TILTS_DEG[tiltIndex];
    azimuth[row] = AZIMUTHS_DEG[i % AZIMUTHS];
    poa[row] = rounded(artifact.poa[plane] * artifact.poa_scale[cell]);
    let sum = 0;
    for (let month = 0; month < MONTHS; month++) {
      const scale = artifact.yield_scale[cell * MONTHS + month];
      const value = artifact.yield[plane * MONTHS + month] * scale;
      months[month][row] = rounded(value);
      sum += value;
    }
    year[row] = rounded(sum);
  }
}

function rounded(kwh: number): number {
  return Math.round(kwh * PER_KWH) / PER_KWH;
}

function metadataOf(header: PvYieldHeader): { key: string; value: string }[] {
  const { dataset_version, generated_at, sources, attribution, model } = header;
  const texts = {
    title: 'PV yield by cell, tilt and azimuth',
    dataset_version,
    generated_at,
    units: JSON.stringify(UNITS),
    system_loss: String(model.system_loss),
    sources: sources.join('; '),
    attribution,
  };
  return Object.entries(texts).map(([key, value]) => ({ key, value }));
}
