import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallArtifact } from '../../pipeline/dataset/artifact.test-kit.ts';
import { sha256, writeArtifact } from '../../pipeline/dataset/write-artifact.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import type { PvYieldHeader } from '../types.ts';
import { PV_YIELD_FORMAT } from './artifact.ts';
import { type CellFieldName, recordLayout } from './cell-records.ts';
import { deflate } from './deflated.ts';
import {
  encodeCellRows,
  type PvYieldArtifact,
  pvYieldSections,
  type SectionName,
} from './pv-yield-artifact.ts';
import { readPvYield } from './read-artifact.ts';
import { bytesPerElement, sectionView } from './section.ts';

const { header: SMALL } = smallArtifact();
const HEADER: PvYieldHeader = {
  ...SMALL,
  radiation_dbs: ['RADDB-ERA5'],
  cells: 2,
  grid: { step_deg: 0.25, first_row: 236, first_col: 60, rows: 1, cols: 3 },
  coverage_mask: { west: 15, south: 59, lng_step_deg: 0.01, lat_step_deg: 0.005, cols: 3, rows: 3 },
};

const folder = testFolder();
const PATH = join(folder, 'x.bin');

type Values = Partial<Record<CellFieldName, Record<number, number>>>;

/** Each month's greatest yield is 65.535 kWh/kWp. */
const GOOD: Values = {
  yield_scale: Object.fromEntries(Array.from({ length: 24 }, (_, i) => [i, 0.001])),
  yield: { 0: 65535, 4332: 65535 },
  optimum_yield: { 0: 65.535, 1: 65.535 },
  temperature: { 3: Number.NaN },
  elevation: { 1: Number.NaN },
};

/** The two cells stand at the ends of the row. */
const CELL_ROWS = encodeCellRows(
  { stepDeg: 0.25, firstRow: 236, firstCol: 60, rows: 1, cols: 3 },
  Int32Array.of(0, -1, 1),
);
const COVERAGE = deflate(Uint8Array.of(255, 1));

/** Writes a file, its digests right, that holds these values and 0 elsewhere, and reads it. */
function read(
  values: Values = {},
  header: object = HEADER,
  sections: Partial<Record<SectionName, Uint8Array>> = {},
): Promise<PvYieldArtifact> {
  const records = recordsOf(values);
  const { bytes } = recordLayout(HEADER);
  const digests = [0, 1].map((i) => sha256(records.subarray(i * bytes, (i + 1) * bytes)));
  const all: Record<SectionName, Uint8Array> = {
    coverage: COVERAGE,
    cell_rows: CELL_ROWS,
    record_digests: Buffer.concat(digests.map((digest) => digest.subarray(0, 8))),
    records,
    ...sections,
  };
  const plans = pvYieldSections(HEADER, COVERAGE.length).map((plan) => ({
    ...plan,
    byteLength: all[plan.name].length,
  }));
  const writer = writeArtifact(PATH, header, plans, PV_YIELD_FORMAT);
  for (const { name } of plans) writer.append(name, all[name]);
  writer.finish();
  return readPvYield(PATH);
}

/** Two records with these values by their index among both cells', the others of GOOD, and 0 elsewhere. */
function recordsOf(values: Values): Uint8Array {
  const { fields, bytes } = recordLayout(HEADER);
  const memory = new ArrayBuffer(2 * bytes);
  for (const { name, type, perCell, offset } of fields) {
    const size = bytesPerElement(type);
    for (const [index, value] of Object.entries({ ...GOOD[name], ...values[name] })) {
      const [cell, within] = [Math.floor(Number(index) / perCell), Number(index) % perCell];
      const at = cell * bytes + offset + within * size;
      sectionView(memory, { type, offset: at, byteLength: size })[0] = value;
    }
  }
  return new Uint8Array(memory);
}

/** Asserts that the reading is refused with this message, behind the file's name. */
function refused(reading: Promise<unknown>, message: string): Promise<void> {
  return assert.rejects(reading, (error: Error) => {
    assert.ok(error.message.startsWith(`${PATH}: ${message}`), error.message);
    return true;
  });
}

test('a dataset is read back as views with the lengths that its header gives', async () => {
  const found = await read();
  assert.deepEqual(found.header, HEADER);
  assert.deepEqual(found.grid, { stepDeg: 0.25, firstRow: 236, firstCol: 60, rows: 1, cols: 3 });
  const { values, first, stride } = found.yield;
  assert.deepEqual([values[first], values[first + stride], values[first + 1]], [65535, 65535, 0]);
  assert.equal(found.poa.values.buffer, values.buffer);
  assert.deepEqual([found.ghi.length, found.elevation.length], [24, 2]);
  assert.deepEqual(found.cell_index, Int32Array.of(0, -1, 1));
  assert.deepEqual(found.mask.bits, Uint8Array.of(255, 1));
});

test('a record is as long as the format document states', () => {
  const interannual = { years: 9, source: '', plane_factors: [] };
  assert.equal(recordLayout({ interannual }).bytes, 9704);
});

test('a section of another length, or that does not fit the header, is named', async () => {
  const short = (name: SectionName, all: Uint8Array) =>
    read({}, HEADER, { [name]: all.subarray(1) });
  await refused(short('cell_rows', CELL_ROWS), 'section "cell_rows" has 4 bytes, expected 5');
  const digests = new Uint8Array(16);
  await refused(short('record_digests', digests), 'section "record_digests" has 15 bytes');
  await refused(short('records', recordsOf({})), 'section "records" has');
  const rows = (edit: (bytes: Uint8Array) => void) => {
    const bytes = CELL_ROWS.slice();
    edit(bytes);
    return read({}, HEADER, { cell_rows: bytes });
  };
  const first = rows((bytes) => bytes.set([1]));
  await refused(first, 'section "cell_rows" numbers the first cell of row 0 1, expected 0');
  const one = rows((bytes) => bytes.set([1], 4));
  await refused(one, 'section "cell_index" numbers 1 cells, expected 2 as in the header');
  for (const [bits, problem] of [
    [new Uint8Array(3), 'inflates to more than 2 bytes'],
    [new Uint8Array(1), 'inflates to 1 bytes'],
  ] as const) {
    const coverage = deflate(bits);
    await refused(read({}, HEADER, { coverage }), `section "coverage" ${problem}, expected 2`);
  }
});

test('a header of another kind or with a wrong field is named', async () => {
  const wrong = (change: object) => read({}, { ...HEADER, ...change });
  await refused(wrong({ kind: 'prices' }), 'its header is not as expected. "kind"');
  const model = { ...HEADER.model, system_loss: 1 };
  await refused(wrong({ model }), 'its header is not as expected. "model.system_loss"');
  const grid = { ...HEADER.grid, first_row: 40_000 };
  await refused(wrong({ grid }), 'header "grid" reaches from 10000 to 10000 N');
  const large = { ...HEADER.grid, rows: 3000, cols: 3000 };
  await refused(wrong({ grid: large }), 'header "grid" has 3000 x 3000 places, expected at most');
  const mask = { ...HEADER.coverage_mask, west: 500 };
  await refused(wrong({ coverage_mask: mask }), 'header "coverage_mask" reaches from 59');
});

const WRONG_VALUES: [CellFieldName, number, number, string][] = [
  ['yield_scale', 13, Number.NaN, 'holds NaN at [13], expected 0 to 0.01'],
  ['yield_scale', 0, 0.02, 'holds 0.02 at [0], expected 0 to 0.01'],
  ['poa_scale', 1, Number.POSITIVE_INFINITY, 'holds Infinity at [1], expected 0 to 0.1'],
  ['ghi', 23, Number.NaN, 'holds NaN at [23], expected 0 to 450'],
  ['ghi', 0, -1, 'holds -1 at [0], expected 0 to 450'],
  ['diffuse_fraction', 0, 1.5, 'holds 1.5 at [0], expected 0 to 1'],
  ['temperature', 7, 280, 'holds 280 at [7], expected -90 to 60'],
  ['elevation', 0, -9999, 'holds -9999 at [0], expected -500 to 9000'],
  ['radiation_db', 1, 1, 'holds 1 at [1], expected 0 to 0'],
  ['era5_corrected', 0, 2, 'holds 2 at [0], expected 0 to 1'],
  ['optimum_tilt', 1, 91, 'holds 91 at [1], expected 0 to 90'],
  ['optimum_yield', 0, Number.NaN, 'holds NaN at [0], expected 0 to 10000'],
  ['optimum_yield', 1, 65, 'holds 65 at [1], expected at least 65.53'],
];

for (const [section, index, value, message] of WRONG_VALUES) {
  test(`right digests and ${value} in ${section} are refused by name`, async () => {
    await refused(read({ [section]: { [index]: value } }), `field "${section}" ${message}`);
  });
}

test('each month counts in the year that an optimum must reach', async () => {
  for (let month = 0; month < 12; month++) {
    const lastPlane = 2 * 4332 - 12 + month;
    const values = { yield: { [lastPlane]: 65535 }, yield_scale: { [12 + month]: 0.002 } };
    await refused(read(values), 'field "optimum_yield" holds 65.535 at [1], expected at least 131');
  }
});
