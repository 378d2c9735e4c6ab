import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import { decodeBlock } from '../../../schemas/codec/cells/block.ts';
import { blockGrid, blockPlace } from '../../../schemas/codec/cells/block-frame.ts';
import { cellsHeadLength, decodeCellsHead } from '../../../schemas/codec/cells/cells-head.ts';
import { windowCovers } from '../../../schemas/codec/cells/mask-window.ts';
import { covers } from '../../../schemas/codec/coverage-mask.ts';
import { blockDigest, isSame } from '../../../schemas/codec/digest.ts';
import { latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import { cellSections } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { SectionData } from '../../../schemas/codec/section.ts';
import { testFolder } from '../../files/folder.test-kit.ts';
import { smallArtifact, writeDataset } from '../artifact.test-kit.ts';
import { kernelPool } from '../kernel-pool.ts';
import { type Encoders, writeCells } from './write-cells.ts';

const folder = testFolder();
const threads = await kernelPool(2);
after(() => threads.close());

/** Five rows of four cells across the equator and the prime meridian; two places have none. */
const GRID = { stepDeg: 0.25, firstRow: -2, firstCol: -1, rows: 5, cols: 4 };

/** The dataset with another figure in every cell, written in its second form. */
async function written(name: string, encoders?: Encoders) {
  const dataset = smallArtifact(GRID, [5, 19]);
  for (let i = 0; i < dataset.yield.length; i++) dataset.yield[i] = (i * 31) % 60_000;
  dataset.optimum_yield.forEach((_, cell) => {
    dataset.optimum_yield[cell] = 20_000 + cell;
  });
  const from = join(folder, `${name}-pv-yield.bin`);
  const path = join(folder, `${name}.bin`);
  writeDataset(from, dataset);
  const result = await writeCells(from, path, encoders);
  return { dataset, path, bytes: new Uint8Array(readFileSync(path)), result };
}

test('every cell and every rectangle of the mask is in each block that needs it, as it was', async () => {
  const { dataset, bytes, result, path } = await written('whole');
  const { header, frame, blocks, fileLength } = await decodeCellsHead(bytes, path);
  const { accuracy, era5_correction, ...needed } = dataset.header;
  assert.deepEqual(header, needed);
  assert.equal(fileLength, bytes.length);
  assert.equal(result.blocks, blocks.filter((block) => block).length);
  const seen = new Set<number>();
  for (const [place, entry] of blocks.entries()) {
    if (!entry) continue;
    const own = bytes.subarray(entry.offset, entry.offset + entry.length);
    assert.ok(isSame(blockDigest(own), entry.digest));
    const grid = blockGrid(frame, GRID.stepDeg, place);
    const { cells, window } = decodeBlock(inflateRawSync(own), header, grid);
    for (let at = 0; at < cells.cell_index.length; at++) {
      const lat = latOfRow(grid, Math.floor(at / grid.cols));
      const lng = lngOfCol(grid, at % grid.cols);
      const row = lat / GRID.stepDeg - GRID.firstRow;
      const col = lng / GRID.stepDeg - GRID.firstCol;
      const isIn = row >= 0 && row < GRID.rows && col >= 0 && col < GRID.cols;
      const number = isIn ? dataset.cell_index[row * GRID.cols + col] : -1;
      assert.equal(cells.cell_index[at] < 0, number < 0);
      if (number < 0) continue;
      seen.add(number);
      for (const { name, perCell } of cellSections(header)) {
        const from = (number: number): [number, number] => [
          number * perCell,
          (number + 1) * perCell,
        ];
        const found: SectionData | undefined = cells[name]?.subarray(...from(cells.cell_index[at]));
        assert.deepEqual(found, dataset[name]?.subarray(...from(number)), name);
      }
    }
    for (let i = 0; i < 50; i++) {
      const lat = (grid.firstRow + (grid.rows - 1) * ((i % 7) / 7)) * GRID.stepDeg;
      const lng = (grid.firstCol + (grid.cols - 1) * ((i % 11) / 11)) * GRID.stepDeg;
      assert.equal(blockPlace(frame, GRID.stepDeg, lat, lng), place);
      assert.equal(
        windowCovers(dataset.mask, window, lat, lng),
        covers(dataset.mask, lat, lng),
        `${lat} ${lng}`,
      );
    }
  }
  assert.equal(seen.size, header.cells);
});

const beside = () => readdirSync(folder).filter((name) => /\.(blocks|part)$/.test(name));

test('threads give the bytes of the calling thread, and nothing is left beside the file', async () => {
  const [a, b] = [await written('a'), await written('b', threads)];
  assert.deepEqual(a.bytes, b.bytes);
  assert.deepEqual(a.result, b.result);
  assert.deepEqual(beside(), []);
});

test('a block that does not come back is named, by a thread too, and no file is there', async () => {
  const dataset = smallArtifact(GRID, [5, 19]);
  // The sign of a zero is none of a decimal number's digits. 0.5 N 0.25 E is on the northern rim of the squares from the
  // equator and the meridian on: of the third row of three blocks, the second.
  dataset.poa_scale[dataset.header.cells - 1] = -0;
  const from = join(folder, 'zero-pv-yield.bin');
  const path = join(folder, 'zero.bin');
  writeDataset(from, dataset);
  for (const encoders of [undefined, threads]) {
    await assert.rejects(
      writeCells(from, path, encoders),
      /^Error: Block 7 does not come back as it was written: its poa_scale differs\.$/,
    );
    assert.ok(!existsSync(path));
    assert.deepEqual(beside(), []);
  }
});

test('a failure waits for the rows in work, and leaves no file', async () => {
  const from = join(folder, 'waits-pv-yield.bin');
  const path = join(folder, 'waits.bin');
  writeDataset(from, smallArtifact(GRID));
  let inWork = 0;
  const encodeBlocks: Encoders['encodeBlocks'] = async ({ row }) => {
    inWork++;
    await setTimeout(row === 0 ? 1 : 20);
    inWork--;
    throw new Error(`row ${row}`);
  };
  await assert.rejects(writeCells(from, path, { workers: 2, encodeBlocks }), /^Error: row 0$/);
  assert.equal(inWork, 0);
  assert.ok(!existsSync(path));
  assert.deepEqual(beside(), []);
});

test('one bit that is other in the head is found, and a head that is cut', async () => {
  const { bytes } = await written('bits');
  const length = cellsHeadLength(bytes, 'x');
  for (let bit = 0; bit < 8 * length; bit += 97) {
    const changed = bytes.slice(0, length);
    changed[bit >> 3] ^= 1 << (bit & 7);
    await assert.rejects(decodeCellsHead(changed, 'x'), /^Error: x: /, `bit ${bit}`);
  }
  await assert.rejects(decodeCellsHead(bytes.subarray(0, 50), 'x'), /ends after 50 bytes/);
  await assert.rejects(decodeCellsHead(bytes.subarray(0, length - 1), 'x'), /expected at least/);
});

test('a file of another kind, version or directory is refused by what it is', async () => {
  const { bytes } = await written('kinds');
  const head = (at: number, value: number) => {
    const changed = bytes.slice();
    changed[at] = value;
    return decodeCellsHead(changed, 'x');
  };
  await assert.rejects(head(0, 0), /is no cells.bin \(begins with 00/);
  await assert.rejects(head(8, 3), /format version 3, expected format version 2/);
  await assert.rejects(head(46, 1), /a directory of 1 leaves/);
});

test('a dataset that is cut is refused', async () => {
  const { path } = await written('cut');
  const from = join(folder, 'cut-pv-yield.bin');
  writeFileSync(from, readFileSync(from).subarray(0, 20_000));
  await assert.rejects(writeCells(from, path), /truncated/);
});
