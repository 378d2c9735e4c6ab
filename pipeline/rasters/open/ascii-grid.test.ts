import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../files/folder.test-kit.ts';
import {
  assertSamePoints,
  formatFixture,
  pixelsOf,
  pointsOf,
  readXyz,
} from '../xyz-truth.test-kit.ts';
import { openAsciiGrid } from './ascii-grid.ts';

const HEADER = 'ncols 3\nnrows 2\nxllcorner 10\nyllcorner 50\ncellsize 0.5\n';
const folder = testFolder();

async function openFile(path: string, name: string, crs?: string) {
  const raster = await openAsciiGrid(path, name, crs);
  after(raster.close);
  return raster;
}

async function openText(text: string | Buffer, crs?: string) {
  const path = join(folder, 'a.asc');
  await writeFile(path, text);
  return openFile(path, 'a.asc', crs);
}

async function valuesOf(text: string | Buffer): Promise<number[]> {
  return [...(await pixelsOf(await openText(text)))];
}

for (const name of ['corner.asc', 'center.asc']) {
  test(`${name} has its pixels where GDAL has them, with GDAL's values`, async () => {
    const raster = await openFile(formatFixture(name), name);
    assertSamePoints(await pointsOf(raster), readXyz('linear.xyz'), 1e-6);
  });
}

test('keys come in any case and order, steps may differ, the CRS may be overruled', async () => {
  const header = 'YLLCENTER 51\nXllCorner 10\nNROWS 2\nncols 3\nDx 0.5\nDY 2\nNoData_Value -1\n';
  const raster = await openText(`${header}1 2 3 4 -1 6`, 'EPSG:3006');
  const { xEdge, yEdge, xStep, yStep, crs } = raster;
  assert.deepEqual({ xEdge, yEdge, xStep, yStep }, { xEdge: 10, yEdge: 54, xStep: 0.5, yStep: -2 });
  assert.equal(crs, 'EPSG:3006');
  const lower = await raster.readWindow({ col: 1, row: 1, cols: 2, rows: 1 });
  assert.deepEqual([...lower], [Number.NaN, 6]);
});

test('rows may wrap, lines may end in any way, exponents and nan are numbers', async () => {
  const expected = [1, 2.5, -300, Number.NaN, Number.NaN, 0.06];
  const bodies = [
    '1 2.5 -3e2 nan -9999 +6E-2',
    '1\n2.5\n-3e2\nnan\n-9999\n+6E-2\n',
    '\r\n\r\n 1\t2.5 -3e2\r\nNaN -9999.00 +6E-2\r\n\r\n',
    '1 2.5 -3e2 nan\n-9999 0.06 ',
  ];
  for (const body of bodies) assert.deepEqual(await valuesOf(HEADER + body), expected, body);
});

test('a raster whose first value is nan keeps it, and infinite ones', async () => {
  const values = await valuesOf(`${HEADER}nan -inf 3 4 5 6`);
  assert.deepEqual(values, [Number.NaN, -Infinity, 3, 4, 5, 6]);
});

test('a UTF-8 byte order mark is no part of the header, and UTF-16 is refused with a fix', async () => {
  const text = `${HEADER}1 2 3 4 5 6`;
  assert.deepEqual(await valuesOf(`\uFEFF${text}`), [1, 2, 3, 4, 5, 6]);
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const bigEndian = Buffer.from(utf16).swap16();
  for (const bytes of [utf16, bigEndian, utf16.subarray(2), bigEndian.subarray(2)]) {
    await assert.rejects(openText(bytes), /a\.asc: is UTF-16 text, .*iconv -f UTF-16/);
  }
});

test('windows of a file larger than a read chunk hold the right values', async () => {
  const cols = 400;
  const rows = 300;
  const numbers = Array.from({ length: cols * rows }, (_, i) => i);
  const header = `ncols ${cols}\nnrows ${rows}\nxllcorner 0\nyllcorner 0\ncellsize 1\n`;
  const raster = await openText(header + numbers.join(' '));
  const found = await raster.readWindow({ col: 123, row: 45, cols: 200, rows: 250 });
  for (let i = 0; i < found.length; i++) {
    assert.equal(found[i], (45 + Math.floor(i / 200)) * cols + 123 + (i % 200));
  }
});

test('wrong counts and characters name the file, the row and the column', async () => {
  const cases: [body: string, message: RegExp][] = [
    ['1 2 3 4 5', /^Error: a\.asc: has 5 values, expected 6\. It ends before row 2, column 3\.$/],
    ['1 2 3 4 5 6 7', /a\.asc: has more than ncols x nrows = 6 values/],
    ['1 2 3 4,5 5 6', /a\.asc: row 2, column 1 holds "," \(a decimal comma\?\)/],
    ['1 2 x 4 5 6', /a\.asc: row 1, column 3 holds "x"/],
    ['', /a\.asc: has 0 values/],
  ];
  for (const [body, message] of cases) await assert.rejects(openText(HEADER + body), message, body);
});

test('text behind the last row is skipped with a note, numbers there are refused', async () => {
  for (const text of ['Produced by the Bureau\n\n12 34', '[$] (c) 2010', '2010-01-31 00:00 UTC']) {
    const raster = await openText(`${HEADER}1 2 3\n4 5 6\n\n${text}\n`);
    assert.deepEqual([...(await pixelsOf(raster))], [1, 2, 3, 4, 5, 6]);
    assert.match(raster.note ?? '', /a\.asc: skipped the text behind the last row, "/);
  }
  const message = /a\.asc: has more than ncols x nrows = 6 values/;
  await assert.rejects(openText(`${HEADER}1 2 3\n4 5 6\n7 8 9\nProduced by\n`), message);
});

test('a value of legal characters that is no number names its place when it is read', async () => {
  const message = /a\.asc: row 2, column 2 holds "5\.6\.7"/;
  await assert.rejects(valuesOf(`${HEADER}1 2 3 4 5.6.7 6`), message);
});

test('a broken header says which entry', async () => {
  const cases: [text: string, message: RegExp][] = [
    [HEADER.replace('nrows 2\n', ''), /a\.asc: header nrows is missing/],
    [
      HEADER.replace('ncols 3', 'ncols 2.5'),
      /header ncols is 2\.5, expected a whole number from 1/,
    ],
    [HEADER.replace('nrows 2', 'nrows 1e12'), /nrows is 1000000000000, .* from 1 to 1000000/],
    [HEADER.replace('ncols 3', 'ncols 1e9'), /a\.asc: header ncols is 1000000000, expected/],
    [HEADER.replace(/\d\n.*\d\n/, '1e6\nnrows 1e6\n'), /6 values, expected 1000000000000\./],
    [HEADER.replace('0.5', '0,5'), /header cellsize is "0,5", .*decimal point/],
    [HEADER.replace('cellsize 0.5', ''), /header cellsize \(or dx\) is missing/],
    [HEADER.replace('cellsize 0.5', 'cellsize -1'), /cellsize \(or dx\) is -1/],
    [HEADER.replace('yllcorner 50', ''), /neither yllcorner nor yllcenter/],
    [`${HEADER}projection 4326\n`, /the header has "projection"/],
    [`${HEADER}NODATA_value none\n`, /nodata value "none"/],
    ['', /begins with "1 2 3 4 5 6", expected the header/],
  ];
  for (const [text, message] of cases)
    await assert.rejects(openText(`${text}1 2 3 4 5 6`), message);
  const absent = openFile(join(folder, 'none.asc'), 'none.asc');
  await assert.rejects(absent, /none\.asc: cannot be opened/);
});

test('a number or a row without end is refused by its row', async () => {
  const message = /a\.asc: row 2 has more than 67108864 bytes, expected numbers/;
  const digits = Buffer.alloc(70e6, '7');
  await assert.rejects(openText(Buffer.concat([Buffer.from(`${HEADER}1 2 3 `), digits])), message);
});
