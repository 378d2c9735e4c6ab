import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { cellsTable } from './cells-table.ts';
import { exportReadMe } from './rasters.ts';

test('each cell is a line with a value for every column', () => {
  const artifact = smallArtifact(undefined, [1]);
  artifact.radiation_db[4] = 1;
  artifact.era5_corrected[4] = 1;
  artifact.elevation[0] = Number.NaN;
  const [heading, ...lines] = cellsTable(artifact).trimEnd().split('\n');
  const rows = lines.map((line) => line.split(','));
  const columns = heading.split(',');
  assert.equal(rows.length, 5);
  assert.ok(rows.every((row) => row.length === columns.length));
  const value = (row: number, column: string) => rows[row][columns.indexOf(column)];
  assert.deepEqual([value(4, 'lat'), value(4, 'lng')], ['59.5', '18.25']);
  assert.deepEqual([value(4, 'radiation_db'), value(4, 'era5_corrected')], ['RADDB-ERA5', '1']);
  assert.deepEqual([value(0, 'elevation_m'), value(1, 'elevation_m')], ['', '25.0']);
  assert.deepEqual(
    [value(2, 'ghi_annual_kwh_m2'), value(2, 'ghi_11_kwh_m2')],
    ['780.00', '110.000'],
  );
  assert.deepEqual(
    [value(2, 'optimum_tilt_deg'), value(2, 'optimum_yield_kwh_kwp')],
    ['42', '600.00'],
  );
});

test('the files carry version, units and credit', () => {
  const text = exportReadMe(smallArtifact().header);
  for (const part of [
    'dataset 1.2.3',
    'kWh/m2 a year',
    '14 % system loss',
    'Made up. Data licensed CC BY 4.0.',
  ]) {
    assert.ok(text.includes(part), part);
  }
});
