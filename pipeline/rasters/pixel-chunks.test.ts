import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionRaster } from './function-raster.ts';
import { chunkReader, type PixelChunk, type PixelSpan } from './pixel-chunks.ts';
import type { PixelWindow } from './raster.ts';

const place = { cols: 3860, rows: 2050, xEdge: -65, yEdge: 62.5, xStep: 0.05, yStep: -0.05 };
const numbered = (x: number, y: number) => Math.round(x * 1000) + y;

function pixelsOf(windows: PixelWindow[]): number {
  return windows.reduce((sum, { cols, rows }) => sum + cols * rows, 0);
}

async function collect(chunks: AsyncGenerator<PixelChunk>): Promise<PixelChunk[]> {
  const found: PixelChunk[] = [];
  for await (const chunk of chunks) found.push(chunk);
  return found;
}

test('the chunks of a span hold its rows, the needed columns and nothing else', async () => {
  const raster = functionRaster(place, numbered);
  const [chunk] = await collect(
    chunkReader(raster, { first: 1500, end: 1800 })({ first: 3, end: 9 }),
  );
  assert.deepEqual([chunk.col, chunk.cols, chunk.row], [1500, 300, 0]);
  assert.equal(chunk.values[5 * 300 + 7], numbered(-65 + 1507.5 * 0.05, 62.5 - 5.5 * 0.05));
});

for (const direction of ['downwards', 'upwards']) {
  test(`going ${direction} over all rows reads each needed pixel once, in large pieces`, async () => {
    const raster = functionRaster(place, numbered);
    const chunksOf = chunkReader(raster, { first: 1500, end: 1800 });
    const starts = Array.from({ length: place.rows / 5 }, (_, i) => i * 5);
    if (direction === 'upwards') starts.reverse();
    for (const first of starts) await collect(chunksOf({ first: first - 1, end: first + 6 }));
    assert.equal(pixelsOf(raster.windows), place.rows * 300);
    assert.ok(raster.windows.length <= 6, `${raster.windows.length} reads`);
  });
}

test('reads follow the tiles of a wide tiled file', async () => {
  const fine = { cols: 20000, rows: 9000, xEdge: 10, yEdge: 70, xStep: 0.001, yStep: -0.001 };
  const raster = { ...functionRaster(fine, () => 1), blockCols: 512, blockRows: 512 };
  await collect(chunkReader(raster, { first: 700, end: 4700 })({ first: 1000, end: 1250 }));
  for (const { col, row, cols, rows } of raster.windows) {
    assert.ok(col === 700 || col % 512 === 0, `column ${col}`);
    assert.ok((col + cols) % 512 === 0 || col + cols === 4700, `columns ${col} + ${cols}`);
    assert.ok(row % 512 === 0 && rows === 512, `rows ${row} + ${rows}`);
    assert.ok(cols * rows <= 1 << 20);
  }
  assert.equal(pixelsOf(raster.windows), 4000 * 3 * 512 - 4000 * 512);
});

test('a file of one single strip is still read in pieces', async () => {
  const large = { cols: 4000, rows: 4000, xEdge: 10, yEdge: 70, xStep: 0.005, yStep: -0.005 };
  const raster = { ...functionRaster(large, () => 1), blockCols: 4000, blockRows: 4000 };
  await collect(chunkReader(raster, { first: 0, end: 2000 })({ first: 0, end: 100 }));
  for (const { cols, rows } of raster.windows) assert.ok(cols * rows < 1 << 18);
});

test('nothing is read for rows or columns outside the raster', async () => {
  const raster = functionRaster(place, numbered);
  const spans: [cols: PixelSpan, rows: PixelSpan][] = [
    [
      { first: 0, end: 9 },
      { first: -20, end: -3 },
    ],
    [
      { first: 0, end: 9 },
      { first: 2050, end: 2060 },
    ],
    [
      { first: 3860, end: 3860 },
      { first: 0, end: 9 },
    ],
    [
      { first: 0, end: -4 },
      { first: 0, end: 9 },
    ],
  ];
  for (const [cols, rows] of spans) {
    assert.deepEqual(await collect(chunkReader(raster, cols)(rows)), []);
  }
  assert.deepEqual(raster.windows, []);
});
