import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallArtifact } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import type { PvYieldHeader } from '../types.ts';
import { encodeHead, layOut } from './artifact.ts';
import { type PvYieldArtifact, pvYieldSections, type SectionName } from './pv-yield-artifact.ts';
import { readPvYield } from './read-artifact.ts';
import type { SectionPlan } from './section.ts';
import { sectionView } from './section.ts';

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

type Values = Partial<Record<SectionName, Record<number, number>>>;

/** The two cells stand at the ends of the row; each month's greatest yield is 65.535 kWh/kWp. */
const GOOD: Values = {
  cell_index: { 0: 0, 1: -1, 2: 1 },
  yield_scale: Object.fromEntries(Array.from({ length: 24 }, (_, i) => [i, 0.001])),
  yield: { 0: 65535, 4332: 65535 },
  optimum_yield: { 0: 65.535, 1: 65.535 },
  temperature: { 3: Number.NaN },
  elevation: { 1: Number.NaN },
};

/** Writes a file, its digests right, that holds these values and 0 elsewhere, and reads it. */
function read(
  values: Values = {},
  header: object = HEADER,
  plans: (SectionPlan & { name: SectionName })[] = pvYieldSections(HEADER),
): Promise<PvYieldArtifact> {
  const arrays = plans.map((plan) => {
    const data = sectionView(new ArrayBuffer(plan.byteLength), { ...plan, offset: 0 });
    Object.assign(data, GOOD[plan.name], values[plan.name]);
    return new Uint8Array(data.buffer);
  });
  const { offsets, fileLength } = layOut(header, plans);
  const file = new Uint8Array(fileLength);
  const digests = arrays.map((bytes) => createHash('sha256').update(bytes).digest());
  file.set(encodeHead(header, plans, digests));
  for (let i = 0; i < arrays.length; i++) file.set(arrays[i], offsets[i]);
  writeFileSync(PATH, file);
  return readPvYield(PATH);
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
  assert.equal(found.yield.length, 2 * 19 * 19 * 12);
  assert.equal(found.poa.length, 2 * 19 * 19);
  assert.equal(found.cell_index.length, 3);
  assert.equal(found.mask.bits.length, 2);
  assert.equal(found.ghi.buffer, found.yield.buffer);
});

test('a section that is missing, of another type or of another length is named', async () => {
  const plans = pvYieldSections(HEADER);
  const without = plans.filter(({ name }) => name !== 'elevation');
  await refused(read({}, HEADER, without), 'section "elevation" is missing');
  const retyped = plans.map((plan) =>
    plan.name === 'ghi' ? { ...plan, type: 'int32' as const } : plan,
  );
  await refused(read({}, HEADER, retyped), 'section "ghi" is not float32');
  const longer = plans.map((plan) =>
    plan.name === 'poa' ? { ...plan, byteLength: plan.byteLength + 2 } : plan,
  );
  await refused(read({}, HEADER, longer), 'section "poa" has 1446 bytes, expected 1444');
});

test('a header of another kind or with a wrong field is named', async () => {
  const wrong = (change: object) => read({}, { ...HEADER, ...change });
  await refused(wrong({ kind: 'prices' }), 'its header is not as expected. "kind"');
  const model = { ...HEADER.model, system_loss: 1 };
  await refused(wrong({ model }), 'its header is not as expected. "model.system_loss"');
  const grid = { ...HEADER.grid, first_row: 40_000 };
  await refused(wrong({ grid }), 'header "grid" reaches from 10000 to 10000 N');
  const mask = { ...HEADER.coverage_mask, west: 500 };
  await refused(wrong({ coverage_mask: mask }), 'header "coverage_mask" reaches from 59');
});

const WRONG_VALUES: [SectionName, number, number, string][] = [
  ['cell_index', 2, 2, 'holds 2 at row 0, column 2, expected 1 or -1'],
  ['cell_index', 0, -2, 'holds -2 at row 0, column 0, expected 0 or -1'],
  ['cell_index', 2, -1, 'numbers 1 cells, expected 2 as in the header'],
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
    await refused(read({ [section]: { [index]: value } }), `section "${section}" ${message}`);
  });
}

test('each month counts in the year that an optimum must reach', async () => {
  for (let month = 0; month < 12; month++) {
    const lastPlane = 2 * 4332 - 12 + month;
    const values = { yield: { [lastPlane]: 65535 }, yield_scale: { [12 + month]: 0.002 } };
    await refused(
      read(values),
      'section "optimum_yield" holds 65.535 at [1], expected at least 131',
    );
  }
});
