import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyMask } from '../../schemas/codec/coverage-mask.ts';
import type { MrcalcSource } from '../../schemas/types.ts';
import type { Domain } from '../coverage/dataset-domain.ts';
import { openRaster } from '../rasters/open/open-raster.ts';
import { regrid } from '../rasters/regrid/regrid.ts';
import { assertClose } from '../test/assert-close.ts';
import { fetchMrcalc } from './fetch-mrcalc.ts';
import { quickClient, serverAndFolder, testOutput } from './server.test-kit.ts';

/** Three by three cells around 59 N 17 E, of which the north-east corner is not needed. */
const GRID = { stepDeg: 0.25, firstRow: 235, firstCol: 67, rows: 3, cols: 3 };
const FRAME: Domain = {
  coverage: 'three by three cells',
  isWhereData: true,
  grid: GRID,
  needed: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0),
  mask: emptyMask({
    west: 16.75,
    south: 58.75,
    lngStepDeg: 0.25,
    latStepDeg: 0.25,
    cols: 2,
    rows: 2,
  }),
};
const SEA = JSON.stringify({
  message: 'Location over the sea. Please, select another location',
  status: 400,
});

const { server, folder } = await serverAndFolder();

function source(more: Partial<MrcalcSource> = {}): MrcalcSource {
  return { base_url: `${server.base}/api`, raddatabase: 'PVGIS-SARAH3', path: 'sarah3', ...more };
}
const fetchAll = (entry = source(), output = testOutput(), frame = FRAME) =>
  fetchMrcalc(entry, frame, folder, output, quickClient);

/** A field that differs from place to place: 100 kWh/m2 a month, 1 more per 0.25° north, 10 per 0.25° east. */
function ghiAt(lat: number, lng: number): number {
  return 100 + (lat - 58.75) / 0.25 + (10 * (lng - 16.75)) / 0.25;
}

/** PVGIS' answer for one year, month m at the field plus m. */
function answerText(path: string): string {
  const { searchParams } = new URL(path, server.base);
  const ghi = ghiAt(Number(searchParams.get('lat')), Number(searchParams.get('lon')));
  const monthly = Array.from({ length: 12 }, (_, m) => ({
    year: 2020,
    month: m + 1,
    'H(h)_m': ghi + m,
    Kd: 0.25 + m / 100,
    T2m: m - 4,
  }));
  const radiation_db = searchParams.get('raddatabase');
  return JSON.stringify({ inputs: { meteo_data: { radiation_db } }, outputs: { monthly } });
}
const isAt = (path: string, lat: number, lng: number) => path.includes(`lat=${lat}&lon=${lng}&`);

function serveField(refuse: (path: string) => boolean = () => false) {
  server.handle(({ url = '' }, response: ServerResponse) => {
    if (refuse(url)) response.writeHead(400).end(SEA);
    else response.end(answerText(url));
  });
}

/** A raster's value at each grid place, as the build reads it. */
async function valuesOf(name: string): Promise<number[][]> {
  const raster = await openRaster({ path: join(folder, 'sarah3', name) });
  try {
    const values = await regrid(raster, GRID);
    return [0, 1, 2].map((row) =>
      Array.from(values.subarray(row * GRID.cols, (row + 1) * GRID.cols)),
    );
  } finally {
    await raster.close();
  }
}

test('every needed cell is requested once, as MRcalc expects it, and cached for ever', async () => {
  serveField();
  const output = testOutput();
  await fetchAll(source({ start_year: 2020, end_year: 2020 }), output);
  assert.equal(server.requests.length, 8);
  assert.equal(
    server.requests[0].path,
    '/api/MRcalc?lat=58.75&lon=16.75&raddatabase=PVGIS-SARAH3&horirrad=1&d2g=1&avtemp=1&usehorizon=0&outputformat=json&startyear=2020&endyear=2020',
  );
  await fetchAll(source({ start_year: 2020, end_year: 2020 }), output);
  assert.equal(server.requests.length, 8);
  assert.match(output.lines[0], /8 cells \(8 asked for now\), 0 empty/);
  assert.match(output.lines[1], /8 cells \(0 asked for now\)/);
});

test('the rasters have each cell at its place and nodata elsewhere', async () => {
  serveField();
  await fetchAll();
  const names = readdirSync(join(folder, 'sarah3')).filter((name) => name.endsWith('.tif'));
  assert.equal(names.length, 36);
  for (const [name, valueAt] of [
    ['ghi_03.tif', (row, col) => 102 + row + 10 * col],
    ['kd_12.tif', () => 0.36],
    ['t2m_01.tif', () => -4],
  ] as [string, (row: number, col: number) => number][]) {
    const found = await valuesOf(name);
    for (const place of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const [row, col] = [Math.floor(place / 3), place % 3];
      const expected = place === 8 ? Number.NaN : valueAt(row, col);
      assertClose(found[row][col], expected, 1e-4, `${name}, place ${place}`);
    }
  }
});

test('a refused place is nodata, and its refusal is cached', async () => {
  serveField((path) => isAt(path, 59, 17));
  const output = testOutput();
  await fetchAll(source(), output);
  assert.match(output.lines[0], /8 cells .*, 1 empty/);
  assert.ok(Number.isNaN((await valuesOf('ghi_01.tif'))[1][1]));
  await fetchAll();
  assert.equal(server.requests.length, 8);
});

test('the box limits the requests, its edge included', async () => {
  serveField();
  await fetchAll(source({ bbox: [16, 58, 17, 59] }));
  assert.equal(server.requests.length, 4);
  assert.ok(Number.isNaN((await valuesOf('ghi_01.tif'))[2][0]));
});

test('an interrupted run continues with the cells that are left', async () => {
  server.handle(({ url = '' }, response, count) => {
    if (count > 5) response.writeHead(503).end();
    else response.end(answerText(url));
  });
  await assert.rejects(
    fetchAll(),
    /3 of 8 cells got no usable answer, first .* a new run requests only these/,
  );
  assert.ok(!readdirSync(join(folder, 'sarah3')).some((name) => name.endsWith('.tif')));
  serveField();
  await fetchAll();
  assert.equal(server.requests.length, 3);
  assert.equal(Math.round((await valuesOf('ghi_01.tif'))[2][1]), 112);
});

test('a broken cached answer, and one to another request, are fetched again', async () => {
  serveField();
  await fetchAll();
  const path = join(folder, 'sarah3', 'cells', '59_17.json');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
  server.requests.length = 0;
  await fetchAll();
  assert.deepEqual(server.requests.length, 1);
  await fetchAll(source({ start_year: 2020 }));
  assert.deepEqual(server.requests.length, 9);
});

test('a refusal of anything but the place stops, says why and keeps nothing', async () => {
  server.handle((_, response) => {
    response.writeHead(400).end('{"message": "raddatabase: Incorrect value."}');
  });
  const grid = { ...GRID, rows: 10, cols: 10 };
  const many = { ...FRAME, grid, needed: new Uint8Array(100).fill(1) };
  await assert.rejects(
    fetchAll(source(), testOutput(), many),
    /PVGIS answers 400: "raddatabase: Incorrect value\."\. Correct/,
  );
  assert.ok(server.requests.length < 10, `${server.requests.length} requests`);
  assert.deepEqual(readdirSync(join(folder, 'sarah3', 'cells')), []);
});

test('an answer that is no JSON, or of another database, is not cached', async () => {
  serveField();
  await fetchAll(source({ bbox: [16, 58, 16.75, 59.25] }));
  server.handle((_, response, count) => {
    if (count === 1) response.end('<html>maintenance</html>');
    else response.end(answerText('/?lat=59&lon=17&raddatabase=PVGIS-ERA5'));
  });
  await assert.rejects(fetchAll(), /is of PVGIS-ERA5|is no JSON/);
  assert.equal(readdirSync(join(folder, 'sarah3', 'cells')).length, 3);
});

test('NaN, which is no JSON, is read as a ratio without light', async () => {
  server.handle(({ url = '' }, response) => {
    response.end(answerText(url).replace(/"Kd":0\.36/, '"Kd": NaN'));
  });
  await fetchAll();
  assert.ok(Number.isNaN((await valuesOf('kd_12.tif'))[0][0]));
  assert.ok(Math.abs((await valuesOf('kd_11.tif'))[0][0] - 0.35) < 1e-4);
});

test('a database without any value here is an error', async () => {
  serveField(() => true);
  await assert.rejects(fetchAll(), /PVGIS has no values for any of the 8 cells/);
});
