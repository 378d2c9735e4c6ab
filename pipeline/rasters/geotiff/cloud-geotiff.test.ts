import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromArrayBuffer } from 'geotiff';
import { cloudGeotiffBytes } from './cloud-geotiff.ts';

/** 600 by 300 pixels of 0.1° with row and column in each value, a hole in the north-west of 3 by 1 pixels. */
const FRAME = { westCentre: -10, northCentre: 60, stepDeg: 0.1, cols: 600, rows: 300 };
const rowAndCol = Float64Array.from({ length: 600 * 300 }, (_, i) =>
  i < 3 ? Number.NaN : Math.floor(i / 600) + (i % 600) / 1000,
);
const BANDS = [rowAndCol, rowAndCol.map((value) => -value)].map((pixels, i) => ({
  pixels,
  text: { description: `Band ${i}`, unit: 'kWh/m2' },
}));

const bytes = cloudGeotiffBytes(FRAME, BANDS);

/** Directories in their chain's order, each with its place and the values of its LONG and SHORT tags. */
function directories(): { at: number; tags: Map<number, number[]> }[] {
  const view = new DataView(bytes.buffer);
  const found: { at: number; tags: Map<number, number[]> }[] = [];
  let at = view.getUint32(4, true);
  while (at > 0) {
    const tags = new Map<number, number[]>();
    const count = view.getUint16(at, true);
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const size = view.getUint16(entry + 2, true) === 3 ? 2 : 4;
      const values = view.getUint32(entry + 4, true);
      const from = values * size > 4 ? view.getUint32(entry + 8, true) : entry + 8;
      const value = (i: number) =>
        size === 2 ? view.getUint16(from + 2 * i, true) : view.getUint32(from + 4 * i, true);
      const isNumber = [3, 4].includes(view.getUint16(entry + 2, true));
      if (isNumber)
        tags.set(
          view.getUint16(entry, true),
          Array.from({ length: values }, (_, i) => value(i)),
        );
    }
    found.push({ at, tags });
    at = view.getUint32(at + 2 + count * 12, true);
  }
  return found;
}

const of = ({ tags }: { tags: Map<number, number[]> }, tag: number) => tags.get(tag) ?? [];

test("the layout keeps every rule of GDAL's validate_cloud_optimized_geotiff.py", () => {
  const all = directories();
  assert.deepEqual(
    all.map((level) => [of(level, 254)[0] ?? 0, of(level, 256)[0], of(level, 257)[0]]),
    [
      [0, 600, 300],
      [1, 300, 150],
      [1, 150, 75],
    ],
  );
  // tiled, overviews too
  for (const level of all) assert.deepEqual([of(level, 322), of(level, 323)], [[256], [256]]);
  // the main directory follows the structure's area, the others follow it
  const text = new TextDecoder('latin1').decode(bytes.subarray(8, 300));
  const [, size] = /^GDAL_STRUCTURAL_METADATA_SIZE=(\d{6}) bytes\n/.exec(text) ?? [];
  const behind = 8 + 'GDAL_STRUCTURAL_METADATA_SIZE=000000 bytes\n'.length + Number(size);
  assert.equal(all[0].at, behind + (behind % 2));
  assert.ok(text.slice(43).startsWith('LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\n'));
  assert.equal(text.slice(43, 43 + Number(size)).slice(-5), '=NO\n ');
  assert.deepEqual(
    all.map(({ at }) => at),
    all.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  // data after the last directory, the smallest overview's first, tiles in row-major order
  const offsets = all.toReversed().flatMap((level) => of(level, 324));
  assert.ok(offsets[0] > all[2].at);
  assert.deepEqual(
    offsets,
    offsets.toSorted((a, b) => a - b),
  );
  const counts = all.toReversed().flatMap((level) => of(level, 325));
  assert.equal(offsets.length, 6 + 2 + 1);
  offsets.forEach((offset, i) => {
    // each between its length and its last four bytes again
    assert.equal(offset + counts[i] + 4, (offsets[i + 1] ?? bytes.length + 4) - 4);
    assert.equal(new DataView(bytes.buffer).getUint32(offset - 4, true), counts[i]);
    const end = offset + counts[i];
    assert.deepEqual(bytes.slice(end, end + 4), bytes.slice(end - 4, end));
  });
});

test('geotiff.js reads every pixel, place, text and the overviews, which are means of what there is', async () => {
  const file = await fromArrayBuffer(bytes.slice().buffer);
  assert.equal(await file.getImageCount(), 3);
  const image = await file.getImage(0);
  assert.deepEqual(
    image.getBoundingBox().map((edge) => Math.round(edge * 1e6) / 1e6),
    [-10.05, 30.05, 49.95, 60.05],
  );
  assert.equal(image.getGeoKeys()?.GeographicTypeGeoKey, 4326);
  assert.equal(image.getGDALNoData(), -9999);
  assert.deepEqual(await image.getGDALMetadata(1), {
    DESCRIPTION: 'Band 1',
    UNITTYPE: 'kWh/m2',
  });
  const [first, second] = await image.readRasters();
  assert.deepEqual(
    Array.from(first as Float32Array),
    Array.from(rowAndCol, (value) => Math.fround(Number.isNaN(value) ? -9999 : value)),
  );
  assert.equal((second as Float32Array)[299 * 600 + 599], Math.fround(-299.599));
  const [half] = await (await file.getImage(1)).readRasters();
  const overview = half as Float32Array;
  // two pixels of row 1 alone; one of row 0 and two of row 1; four in the south-east
  assert.equal(overview[0], Math.fround(1.001)); // 1.0005, rounded to 0.001
  assert.equal(overview[1], Math.fround(0.669)); // (0.003 + 1.002 + 1.003) / 3
  assert.equal(overview[149 * 300 + 299], Math.fround(299.099)); // 298.5 + 0.5985
});
