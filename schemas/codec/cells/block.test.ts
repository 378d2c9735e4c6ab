import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { smallArtifact } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { MONTHS, PLANES } from '../axes.ts';
import { cellDifferences, decodeBlock, encodeBlock } from './block.ts';
import { EXAMPLE_GRID, exampleBlock } from './example.test-kit.ts';

const { header } = smallArtifact(EXAMPLE_GRID);

test('the bytes are those that the specification walks through', () => {
  const text = readFileSync(new URL('cells-format.md', import.meta.url), 'utf8');
  const bytes = exampleBlock();
  assert.equal(bytes.length, 9634);
  const lines = [...text.matchAll(/^([0-9a-f]{4}) {2}((?:[0-9a-f]{2} )+) +\S/gm)];
  assert.ok(lines.length >= 18);
  for (const [, place, walked] of lines) {
    const at = Number.parseInt(place, 16);
    const expected = walked.trim();
    const found = bytes.subarray(at, at + expected.split(' ').length);
    assert.equal(Buffer.from(found).toString('hex'), expected.replaceAll(' ', ''), place);
  }
});

test('the example decodes to the figures that it says', () => {
  const { cells, window } = decodeBlock(exampleBlock(), header, EXAMPLE_GRID);
  assert.deepEqual([...cells.cell_index], [-1, -1, -1, 0]);
  assert.deepEqual([...cells.ghi], [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]);
  assert.ok(cells.yield.every((count) => count === 50_000));
  assert.ok(cells.poa.every((count, plane) => count === 1000 + 3 * plane));
  assert.deepEqual([...cells.poa_scale], [0.02]);
  assert.deepEqual(
    { ...window, bits: [...(window.bits ?? [])] },
    {
      firstRow: 7,
      firstCol: 5,
      rows: 2,
      cols: 1,
      bits: [2],
    },
  );
});

test('any counts, and what is unknown, come back by every reference and predictor', () => {
  const cells = smallArtifact(EXAMPLE_GRID);
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state;
  };
  for (const counts of [cells.yield, cells.poa]) {
    for (let i = 0; i < counts.length; i++) counts[i] = random();
  }
  cells.temperature.fill(Number.NaN, MONTHS, 2 * MONTHS);
  cells.yield_scale[3] = 0;
  cells.yield_scale[5] = 0.00273145;
  const window = { firstRow: 0, firstCol: 0, rows: 1, cols: 1, bits: null };
  const differences = [0, 1, 2, 3].map((cell) => cellDifferences(cells, cell));
  for (const cell of [-1, 0]) {
    for (let predictor = 0; predictor < 3; predictor++) {
      const others = [1, 2, 3].map(() => ({ cell, predictor }));
      const references = [{ cell: -1, predictor }, ...others];
      const bytes = encodeBlock({ cells, window }, references, differences);
      const back = decodeBlock(bytes, header, EXAMPLE_GRID).cells;
      for (const name of ['yield', 'poa', 'yield_scale', 'temperature', 'optimum_yield'] as const) {
        assert.deepEqual(back[name], cells[name], name);
      }
    }
  }
});

test('bytes that are no block are refused with what is wrong', () => {
  const bytes = exampleBlock();
  const decode = (given: Uint8Array) => () => decodeBlock(given, header, EXAMPLE_GRID);
  assert.throws(decode(bytes.subarray(0, -1)), /ends at byte 9633, expected 9634/);
  assert.throws(decode(Uint8Array.of(...bytes, 0)), /has 9635 bytes, expected 9634/);
  assert.throws(decode(new Uint8Array(0)), /ends at byte 0/);
  const changed = bytes.slice();
  changed[0xf7] = 3;
  assert.throws(decode(changed), /cell 0 is predicted from 0 by 3/);
  changed.set([1, 0], 0xf6);
  assert.throws(decode(changed), /cell 0 is predicted from 1 by 0/);
});

test('a scale that is no short decimal is not written', () => {
  const cells = smallArtifact(EXAMPLE_GRID);
  cells.poa_scale[0] = 1 / 3;
  const window = { firstRow: 0, firstCol: 0, rows: 1, cols: 1, bits: null };
  const references = [0, 1, 2, 3].map(() => ({ cell: -1, predictor: 0 }));
  const differences = [0, 1, 2, 3].map((cell) => cellDifferences(cells, cell));
  const encode = () => encodeBlock({ cells, window }, references, differences);
  assert.throws(encode, /0.333.* is no decimal number/);
  assert.equal(cells.poa.length, 4 * PLANES);
});
