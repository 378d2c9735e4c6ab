import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { encodeHead, layOut, type SectionPlan } from './artifact.ts';
import { decodePvYield, pvYieldSections } from './pv-yield-artifact.ts';
import type { PvYieldHeader } from './types.ts';

const HEADER: PvYieldHeader = {
  kind: 'pv-yield',
  dataset_version: '0.0.1',
  generated_at: '2026-01-01T00:00:00Z',
  sources: ['x'],
  attribution: 'x',
  coverage: 'Sweden',
  radiation_dbs: ['RADDB-ERA5'],
  cells: 2,
  grid: { step_deg: 0.25, first_row: 236, first_col: 60, rows: 1, cols: 3 },
  coverage_mask: { west: 15, south: 59, lng_step_deg: 0.01, lat_step_deg: 0.005, cols: 3, rows: 3 },
  model: {
    sky_model: 'isotropic',
    poa_model: 'x',
    albedo: 0.2,
    horizon: 'free',
    representative_days: 36,
    steps_per_day: 24,
    system_loss: 0.14,
    wind_m_s: 2.3,
    anchor_scale: 1,
  },
  accuracy: { compared: 'Nothing: made up for tests.', errors: [] },
  era5_correction: null,
};

/** A file whose sections hold a running byte each. */
function artifact(header: object, plans: SectionPlan[]): ArrayBuffer {
  const data = plans.map(({ byteLength }) => Uint8Array.from({ length: byteLength }, (_, i) => i));
  const { offsets, fileLength } = layOut(header, plans);
  const file = new Uint8Array(fileLength);
  file.set(
    encodeHead(
      header,
      plans,
      data.map((bytes) => createHash('sha256').update(bytes).digest()),
    ),
  );
  data.forEach((bytes, i) => {
    file.set(bytes, offsets[i]);
  });
  return file.buffer;
}

test('a dataset is read back as views with the lengths that its header gives', () => {
  const found = decodePvYield(artifact(HEADER, pvYieldSections(HEADER)), 'x.bin');
  assert.deepEqual(found.header, HEADER);
  assert.deepEqual(found.grid, { stepDeg: 0.25, firstRow: 236, firstCol: 60, rows: 1, cols: 3 });
  assert.equal(found.yield.length, 2 * 19 * 19 * 12);
  assert.equal(found.poa.length, 2 * 19 * 19);
  assert.equal(found.cell_index.length, 3);
  assert.equal(found.mask.bits.length, 2);
  assert.deepEqual(found.ghi.buffer, found.yield.buffer);
});

test('a section that is missing, of another type or of another length is named', () => {
  const plans = pvYieldSections(HEADER);
  const without = plans.filter(({ name }) => name !== 'elevation');
  assert.throws(
    () => decodePvYield(artifact(HEADER, without), 'x.bin'),
    /x\.bin: section "elevation" is missing/,
  );
  const retyped = plans.map((plan) =>
    plan.name === 'ghi' ? { ...plan, type: 'int32' as const } : plan,
  );
  assert.throws(
    () => decodePvYield(artifact(HEADER, retyped), 'x.bin'),
    /section "ghi" is not float32/,
  );
  const longer = plans.map((plan) =>
    plan.name === 'poa' ? { ...plan, byteLength: plan.byteLength + 2 } : plan,
  );
  assert.throws(
    () => decodePvYield(artifact(HEADER, longer), 'x.bin'),
    /section "poa" has 1446 bytes, expected 1444/,
  );
});

test('a header of another kind or with a wrong field is named', () => {
  const other = { ...HEADER, kind: 'prices' };
  assert.throws(
    () => decodePvYield(artifact(other, pvYieldSections(HEADER)), 'x.bin'),
    /x\.bin: its header is not as expected\. "kind"/,
  );
});
