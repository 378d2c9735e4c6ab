import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePixels, isNodata, parseNodata } from './nodata.ts';

test('the declared number, -9999 and NaN are missing, infinities stay, everything else is scaled', () => {
  const stored = [5, -9999, Number.NaN, Infinity, -Infinity, 0, 32];
  const values = decodePixels(stored, { nodata: 0, scale: 1.8, offset: 32 });
  const missing = Number.NaN;
  assert.deepEqual([...values], [41, missing, missing, Infinity, -Infinity, missing, 89.6]);
});

test('nodata texts of GDAL and ESRI files are understood', () => {
  assert.equal(parseNodata('-9999', 'a'), -9999);
  assert.equal(parseNodata('-9999.0 \0', 'a'), -9999);
  assert.equal(parseNodata('-3.4028234663852886e+38\0', 'a'), -3.4028234663852886e38);
  assert.equal(parseNodata('inf', 'a'), Infinity);
  assert.equal(parseNodata('-Infinity\0', 'a'), -Infinity);
  assert.equal(parseNodata('-1.#INF', 'a'), -Infinity);
  for (const text of [
    undefined,
    '',
    '\0',
    'nan',
    '-NaN',
    'nan\0',
    '-1.#IND',
    '1.#QNAN',
    '-1.#ind00',
    'nan(ind)',
    '-nan(ind)',
  ]) {
    assert.ok(Number.isNaN(parseNodata(text, 'a')), text);
  }
});

test('a number is the nodata one also in few digits, or as a float32', () => {
  const lowest = -3.4028234663852886e38;
  for (const written of ['-3.4e+38', '-3.4028235e+38', '-3.40282e38']) {
    const [missing, value] = decodePixels([lowest, 3], {
      nodata: parseNodata(written, 'a'),
      scale: 1,
      offset: 0,
    });
    assert.ok(Number.isNaN(missing) && value === 3, written);
  }
  assert.ok(isNodata(Math.fround(1e20), 1e20) && isNodata(Math.fround(0.1), 0.1));
  assert.ok(
    !isNodata(3.4028234663852886e38, -3.4e38) && !isNodata(0, -9999) && !isNodata(1, Number.NaN),
  );
});

test('a nodata text that is no number names the file', () => {
  assert.throws(() => parseNodata('-9999,0', 'a.asc'), /a\.asc: the nodata value "-9999,0"/);
});
