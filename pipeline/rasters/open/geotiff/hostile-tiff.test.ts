import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { formatFixture, openBand } from '../../xyz-truth.test-kit.ts';

const folder = testFolder();

const WINDOW = { col: 0, row: 0, cols: 16, rows: 16 };
const BLOCK_BYTES = 16 * 16 * 4;

/** A tag's type (3 uint16, 4 uint32, 12 float64), number of values, and value or offset. */
type Tag = [type: number, count: number, value: number];

/**
 * A float32 TIFF of 16 x 16 pixels in one strip (TIFF 6.0, section 2), all of it little-endian, some
 * tags replaced. `nextPage` is where its directory says that the next one is.
 */
function tiff(
  compression: number,
  strip: Uint8Array,
  replaced: Record<number, Tag> = {},
  nextPage = 0,
) {
  const count = 13;
  const doublesAt = 8 + 2 + 12 * count + 4;
  const stripAt = doublesAt + 6 * 8;
  const tags: Record<number, Tag> = {
    256: [4, 1, 16],
    257: [4, 1, 16],
    258: [3, 1, 32],
    259: [3, 1, compression],
    262: [3, 1, 1],
    273: [4, 1, stripAt],
    277: [3, 1, 1],
    278: [4, 1, 16],
    279: [4, 1, strip.length],
    284: [3, 1, 1],
    339: [3, 1, 3],
    33550: [12, 3, doublesAt],
    33922: [12, 6, doublesAt],
    ...replaced,
  };
  const head = Buffer.alloc(stripAt);
  head.write('II*\0\x08', 'latin1');
  head.writeUInt16LE(count, 8);
  Object.entries(tags).forEach(([tag, [type, values, value]], i) => {
    const at = 10 + 12 * i;
    head.writeUInt16LE(Number(tag), at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(values, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  head.writeUInt32LE(nextPage, 10 + 12 * count);
  for (const at of [0, 8, 24, 32]) head.writeDoubleLE(0.1, doublesAt + at);
  return Buffer.concat([head, strip]);
}

async function read(bytes: Uint8Array): Promise<Float64Array> {
  const path = join(folder, 'a.tif');
  writeFileSync(path, bytes);
  const raster = await openBand(path, 'a.tif', 1, 'EPSG:4326');
  try {
    return await raster.readWindow(WINDOW);
  } finally {
    await raster.close();
  }
}

const zeros = new Uint8Array(BLOCK_BYTES);
test('every packing gives what was packed', async () => {
  for (const packing of ['lzw', 'packbits', 'zstd', 'deflate']) {
    const name = `noise-${packing}.tif`;
    const raster = await openBand(formatFixture(name), name);
    const values = await raster.readWindow({ col: 0, row: 0, cols: 96, rows: 64 });
    const expected = values.map((_, i) =>
      Math.floor(i / 40) % 2 ? 7 : (i * i * 7919 + i * 104729) % 32749,
    );
    assert.deepEqual(values, expected, name);
    await raster.close();
  }
});

test('damaged Zstandard data are refused by name', async () => {
  const bytes = readFileSync(formatFixture('noise-zstd.tif'));
  bytes[bytes.length - 1] ^= 1;
  bytes[bytes.length - 2] ^= 1;
  const path = join(folder, 'damaged.tif');
  writeFileSync(path, bytes);
  const raster = await openBand(path, 'damaged.tif');
  await assert.rejects(
    raster.readWindow({ col: 0, row: 0, cols: 96, rows: 64 }),
    /^Error: damaged\.tif, band 1: .*damaged Zstandard data/,
  );
  await raster.close();
});

test('a strip that is too large by its tags is refused by name', async () => {
  const wide = tiff(8, deflateSync(zeros), { 256: [4, 1, 0xffffffff] });
  await assert.rejects(
    read(wide),
    /a\.tif: its strips are of 4294967295 x 16 pixels, expected some/,
  );
  const tall = { 257: [4, 1, 0xffffffff], 278: [4, 1, 0xffffffff] } satisfies Record<number, Tag>;
  await assert.rejects(read(tiff(8, deflateSync(zeros), tall)), /a\.tif: its strips are of 16 x/);
  const none = tiff(8, deflateSync(zeros), { 256: [4, 1, 0] });
  await assert.rejects(read(none), /a\.tif: ImageWidth is 0, expected a whole number/);
  const list = tiff(8, deflateSync(zeros), { 257: [3, 2, 16] });
  await assert.rejects(read(list), /a\.tif: ImageLength is 16,0, expected a whole number/);
});

test('a tag of more values than the file holds is refused before they are read', async () => {
  for (const [tag, type, valueBytes] of [
    [258, 3, 2],
    [273, 4, 4],
    [279, 4, 4],
    [33550, 12, 8],
    [33922, 12, 8],
  ] as const) {
    for (const count of [1e8, 0x10000000, 0xfffffff0]) {
      await assert.rejects(
        read(tiff(1, zeros, { [tag]: [type, count, 100] })),
        new RegExp(
          `a\\.tif: a tag has ${count * valueBytes} bytes, the file \\d+\\. Fetch it again`,
        ),
      );
    }
  }
});

test('a file that ends among its tags is refused', async () => {
  await assert.rejects(read(tiff(1, zeros).subarray(0, 160)), /a\.tif: truncated: .* Fetch it/);
});

test('pages that lead back to themselves are refused', async () => {
  await assert.rejects(read(tiff(1, zeros, {}, 8)), /a\.tif: its pages lead back to byte 8/);
});

test('any changed byte of the head is read or refused by name', async () => {
  const whole = tiff(8, deflateSync(zeros));
  for (let at = 4; at < 170; at++) {
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
      const changed = Uint8Array.from(whole);
      changed[at] = value;
      await read(changed).catch((error: Error) => {
        assert.ok(
          /^a\.tif(, band 1)?: /.test(error.message),
          `byte ${at} = ${value}: ${error.message}`,
        );
      });
    }
  }
});
