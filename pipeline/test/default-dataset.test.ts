/** The committed recipe, built as `make artifacts` builds it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANES } from '../../schemas/codec/axes.ts';
import { annualYield } from '../../schemas/codec/cell-records.ts';
import { covers } from '../../schemas/codec/coverage-mask.ts';
import { readPvYield } from '../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../schemas/project.ts';
import { builtDefault } from '../../service/test/default-dataset.ts';
import {
  annualGhiAt,
  EXPECTED_LOSSES,
  PVGIS_POINTS,
  SMHI_STATIONS,
  totalLossPercent,
} from '../accuracy/dataset-errors.ts';
import { readTowns } from '../accuracy/towns.ts';
import { annualGhi, cellPlaces } from '../dataset/dataset-figures.ts';

const { folder: out } = await builtDefault();
const artifact = await readPvYield(join(out, 'pv-yield.bin'));

test('the committed manifest is what the code builds, byte for byte, in whatever folder', () => {
  const [built, committed] = [out, join(PROJECT, 'artifacts')].map((folder) =>
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  assert.equal(built, committed);
});

test('nothing is built again while nothing changed', () => {
  const path = join(out, 'pv-yield.bin');
  const before = statSync(path).mtimeMs;
  const build = ['--import', 'tsx', 'pipeline/build.ts', '--out', out];
  assert.match(
    execFileSync(process.execPath, build, { cwd: PROJECT, encoding: 'utf8' }),
    /up to date/,
  );
  assert.equal(statSync(path).mtimeMs, before);
});

test('about 1 700 cells cover Sweden, from one database south of 65 N and the other beyond', () => {
  const { header, radiation_db } = artifact;
  assert.ok(header.cells > 1600 && header.cells < 1800, String(header.cells));
  assert.deepEqual(header.radiation_dbs, ['RADDB-SARAH3', 'RADDB-ERA5']);
  for (const { cell, lat } of cellPlaces(artifact)) {
    assert.equal(radiation_db[cell], lat < 65 ? 0 : 1);
  }
});

test('every town is in the coverage and has its four cells', () => {
  for (const { name, lat, lng } of readTowns()) {
    assert.ok(covers(artifact.mask, lat, lng), name);
    const { grid, cell_index } = artifact;
    const at =
      Math.floor(lat / grid.stepDeg - grid.firstRow) * grid.cols +
      Math.floor(lng / grid.stepDeg - grid.firstCol);
    for (const place of [at, at + 1, at + grid.cols, at + grid.cols + 1])
      assert.ok(cell_index[place] >= 0, name);
  }
});

test('yearly GHI is within 1.2 % of the four PVGIS points', () => {
  for (const { name, lat, lng, annualKwhM2 } of PVGIS_POINTS) {
    const error = annualGhiAt(artifact, lat, lng) / annualKwhM2 - 1;
    assert.ok(Math.abs(error) < 0.012, `${name}: ${error}`);
  }
});

test('the accuracy in the header is what a reader of the arrays measures', () => {
  const { errors } = artifact.header.accuracy;
  const [leftOut, pvgis, smhi, ...tables] = errors;
  assert.match(leftOut.quantity, /left out/);
  assert.match(pvgis.reference, /Malmö, Stockholm, Sundsvall, Luleå/);
  assert.match(smhi.reference, /^14 stations of SMHI/);
  for (const [points, ghi] of [
    [PVGIS_POINTS, pvgis],
    [SMHI_STATIONS, smhi],
  ] as const) {
    const percent = points.map(
      ({ lat, lng, annualKwhM2 }) =>
        100 * Math.abs(annualGhiAt(artifact, lat, lng) / annualKwhM2 - 1),
    );
    const mean = percent.reduce((a, b) => a + b, 0) / percent.length;
    assert.ok(Math.abs(ghi.mean_error_pct - mean) < 0.006);
    assert.ok(Math.abs(ghi.max_error_pct - Math.max(...percent)) < 0.006);
  }
  assert.equal(tables.length, 4);
});

test("yearly GHI is within 2.5 % of SMHI's stations, and within 0.5 % on average", () => {
  const errors = SMHI_STATIONS.map(
    ({ lat, lng, annualKwhM2 }) => annualGhiAt(artifact, lat, lng) / annualKwhM2 - 1,
  );
  for (const [i, error] of errors.entries())
    assert.ok(Math.abs(error) < 0.025, `${SMHI_STATIONS[i].name}: ${error}`);
  const bias = errors.reduce((a, b) => a + b, 0) / errors.length;
  assert.ok(Math.abs(bias) < 0.005, String(bias));
});

test('tilt 0 gives the GHI of the year for every azimuth, to quantisation', () => {
  for (const [cell, ghi] of annualGhi(artifact).entries()) {
    for (let azimuth = 0; azimuth < 19; azimuth++) {
      const { values, first, stride } = artifact.poa;
      const flat = values[first + cell * stride + azimuth] * artifact.poa_scale[cell];
      assert.ok(Math.abs(flat - ghi) < 1e-5 * 1.4 * ghi, `cell ${cell}: ${flat} ${ghi}`);
    }
  }
});

test('no yield of a cell is above its optimum, whose tilt is plausible', () => {
  for (let cell = 0; cell < artifact.header.cells; cell++) {
    let best = 0;
    for (let plane = 0; plane < PLANES; plane++) {
      best = Math.max(best, annualYield(artifact, cell, plane));
    }
    assert.ok(best <= artifact.optimum_yield[cell] && best > 0.998 * artifact.optimum_yield[cell]);
    assert.ok(artifact.optimum_tilt[cell] >= 36 && artifact.optimum_tilt[cell] <= 52);
  }
});

test('losses by orientation are near the expected ones, 0.8 percent points aside for cold and coastal cells', () => {
  for (const { label, tiltDeg, azimuthDeg, south } of EXPECTED_LOSSES) {
    for (const { cell } of cellPlaces(artifact).filter(({ lat }) => lat <= 60)) {
      const loss = totalLossPercent(artifact, cell, tiltDeg, azimuthDeg);
      assert.ok(loss > south[0] - 0.8 && loss < south[1] + 0.8, `${label}: ${loss}`);
    }
  }
});
