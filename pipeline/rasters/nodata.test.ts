import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePixels, parseNodata } from './nodata.ts';

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
  for (const text of [undefined, '', '\0', 'nan', '-NaN', 'nan\0']) {
    assert.ok(Number.isNaN(parseNodata(text, 'a')), text);
  }
});

test('a nodata text that is no number names the file', () => {
  assert.throws(() => parseNodata('-9999,0', 'a.asc'), /a\.asc: the nodata value "-9999,0"/);
});
