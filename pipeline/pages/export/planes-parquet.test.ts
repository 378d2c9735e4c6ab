import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tableFromIPC } from '@uwdata/flechette';
import { ParquetFile, readParquet } from 'parquet-wasm/node';
import { CUBE_SIZE, MONTHS, PLANES, planeAt } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { SMALL_GRID, smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { writePlanesParquet } from './planes-parquet.ts';

/** The file's bytes and its rows, by Arrow's own reader (Rust, as WebAssembly): another codebase than the writer's. */
function written(artifact: PvYieldArtifact) {
  const path = join(testFolder(), 'planes.parquet');
  const rows = writePlanesParquet(path, artifact);
  const bytes = readFileSync(path);
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  assert.equal(table.numRows, rows);
  return { bytes, table };
}

test("Arrow reads every plane of every cell, west as its mirror image, with the year as the months' sum", () => {
  const artifact = smallArtifact(undefined, [1]);
  // 12.34 kWh/kWp in March and 901 kWh/m2, in the last cell at tilt 40 to the south-east
  artifact.yield[4 * CUBE_SIZE + planeAt(40, 130) * MONTHS + 2] = 12_340;
  artifact.poa[4 * PLANES + planeAt(40, 130)] = 45_050;
  const { table } = written(artifact);
  assert.equal(table.numRows, 5 * 684);
  const rows = table.toArray();
  const at = (lat: number, lng: number, tilt: number, azimuth: number) => {
    const found = rows.filter(
      (row) =>
        row.lat === lat && row.lng === lng && row.tilt_deg === tilt && row.azimuth_deg === azimuth,
    );
    assert.equal(found.length, 1);
    return found[0];
  };
  assert.equal(at(59.25, 17.75, 90, 0).yield_kwh_kwp, 600);
  for (const azimuth of [130, 230]) {
    const { yield_03_kwh_kwp, yield_04_kwh_kwp, yield_kwh_kwp, poa_kwh_m2 } = at(
      59.5,
      18.25,
      40,
      azimuth,
    );
    assert.equal(yield_03_kwh_kwp, Math.fround(12.34));
    assert.equal(yield_04_kwh_kwp, 50);
    assert.equal(yield_kwh_kwp, Math.fround(562.34));
    assert.equal(poa_kwh_m2, 901);
  }
});

test("a file of several row groups says every column's unit, the azimuths' rule and whom to credit", async () => {
  const { bytes, table } = written(smallArtifact({ ...SMALL_GRID, rows: 1, cols: 101 }));
  assert.equal(table.numRows, 101 * 684);
  const file = await ParquetFile.fromFile(new Blob([bytes]));
  const metadata = file.metadata();
  assert.equal(metadata.numRowGroups(), 2);
  const said = metadata.fileMetadata().keyValueMetadata();
  assert.equal(said.get('dataset_version'), '1.2.3');
  assert.equal(said.get('attribution'), 'Made up. Data licensed CC BY 4.0.');
  const units = JSON.parse(said.get('units'));
  assert.deepEqual(
    Object.keys(units),
    table.schema.fields.map(({ name }) => name),
  );
  assert.equal(units.azimuth_deg, 'degrees, 0 = N, 90 = E, 180 = S, 270 = W');
  assert.equal(units.yield_07_kwh_kwp, 'kWh/kWp in the month');
});
