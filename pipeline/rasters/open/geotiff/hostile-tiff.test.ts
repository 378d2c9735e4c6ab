import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { testFolder } from '../../../files/folder.test-kit.ts';
import { formatFixture, openBand, pixelsOf } from '../../xyz-truth.test-kit.ts';
import { tiffFile, type WrittenTiff } from './tiff-write.test-kit.ts';

const folder = testFolder();

const WINDOW = { col: 0, row: 0, cols: 16, rows: 16 };

/** A file of 16 x 16 pixels, placed by doubles. */
function tiff(strip: Uint8Array, tags: WrittenTiff['tags'] = {}, nextPage = 0): Buffer {
  const place = { 33550: { double: [0.1, 0.1, 0] }, 33922: { double: [0, 0, 0, 0.1, 0.1, 0] } };
  return tiffFile({ width: 16, height: 16, strip, tags: { ...place, ...tags }, nextPage });
}

async function read(bytes: Uint8Array, window = WINDOW): Promise<Float64Array> {
  const path = join(folder, 'a.tif');
  writeFileSync(path, bytes);
  const raster = await openBand(path, 'a.tif', 1, 'EPSG:4326');
  try {
    return await raster.readWindow(window);
  } finally {
    await raster.close();
  }
}

const zeros = new Uint8Array(16 * 16 * 4);
const packed = (tags: WrittenTiff['tags'] = {}) =>
  tiff(deflateSync(zeros), { 259: [3, 1, 8], ...tags });

test('every packing gives what was packed', async () => {
  for (const packing of ['lzw', 'packbits', 'zstd', 'deflate']) {
    const name = `noise-${packing}.tif`;
    const values = await pixelsOf(await openBand(formatFixture(name), name));
    const expected = values.map((_, i) =>
      Math.floor(i / 40) % 2 ? 7 : (i * i * 7919 + i * 104729) % 32749,
    );
    assert.deepEqual(values, expected, name);
  }
});

for (const [packing, from, message] of [
  ['zstd', 6682, 'damaged Zstandard data'],
  ['lzw', 4148, 'damaged LZW data'],
] as const) {
  test(`${message} are refused by name`, async () => {
    const bytes = readFileSync(formatFixture(`noise-${packing}.tif`));
    bytes.fill(0xff, from, from + 4);
    await assert.rejects(read(bytes), new RegExp(`^Error: a\\.tif, band 1: .*${message}`));
  });
}

/** LZW of codes: the table is cleared once. After 255 of them they have 10 bits, after 767 11 (TIFF 6.0, section 13). */
function lzwOf(codes: readonly number[]): Uint8Array {
  const text = codes.map((code, i) => {
    const bits = Math.min(12, Math.floor(Math.log2(257 + i)) + 1);
    return code.toString(2).padStart(bits, '0');
  });
  const bytes = text.join('').match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

test('a table of LZW may be filled to its last code', async () => {
  const bytes = Array.from({ length: 3839 }, (_, i) => i % 251);
  const strip = lzwOf([256, ...bytes, 4095, 257]);
  const oneRow = { 256: [4, 1, 3841], 257: [4, 1, 1], 278: [4, 1, 1] } as const;
  const bytewise = { 258: [3, 1, 8], 259: [3, 1, 5], 339: [3, 1, 1] } as const;
  const window = { col: 0, row: 0, cols: 3841, rows: 1 };
  const values = await read(tiff(strip, { ...oneRow, ...bytewise }), window);
  assert.deepEqual([...values], [...bytes, ...bytes.slice(-2)]);
});

test('a header of PackBits that is nothing, and one too many, are skipped', async () => {
  const [literal, nothing, repeat128] = [[3, 0, 0, 0xc0, 0x3f], [0x80], [0x81, 0]];
  const strip = Uint8Array.from([...nothing, ...literal, ...Array(8).fill(repeat128).flat()]);
  const values = await read(tiff(strip, { 259: [3, 1, 32773] }));
  assert.deepEqual([...values], [1.5, ...Array(255).fill(0)]);
});

test('a strip that is too large by its tags is refused by name', async () => {
  const wide = packed({ 256: [4, 1, 0xffffffff] });
  await assert.rejects(
    read(wide),
    /a\.tif: its strips are of 4294967295 x 16 pixels, expected some/,
  );
  const tall = packed({ 257: [4, 1, 0xffffffff], 278: [4, 1, 0xffffffff] });
  await assert.rejects(read(tall), /a\.tif: its strips are of 16 x/);
  const none = packed({ 256: [4, 1, 0] });
  await assert.rejects(read(none), /a\.tif: ImageWidth is 0, expected a whole number/);
  const list = packed({ 257: [3, 2, 16] });
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
        read(tiff(zeros, { [tag]: [type, count, 100] })),
        new RegExp(
          `a\\.tif: a tag has ${count * valueBytes} bytes, the file \\d+\\. Fetch it again`,
        ),
      );
    }
  }
});

test('a file that ends among its tags is refused', async () => {
  await assert.rejects(read(tiff(zeros).subarray(0, 160)), /a\.tif: truncated: .* Fetch it/);
});

test('pages that lead back to themselves are refused', async () => {
  await assert.rejects(read(tiff(zeros, {}, 8)), /a\.tif: its pages lead back to byte 8/);
});

test('any changed byte of the head is read or refused by name', async () => {
  const whole = packed();
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
