import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareSummaries } from './movements.ts';

const HEADING = 'place,ghi_01,ghi_02';

/** Cells of a row, some of them, with a value above what counts as the least. */
const cells = fc.uniqueArray(fc.integer({ min: -40, max: 200 }), { maxLength: 60 });
const values = fc.array(fc.integer({ min: 2000, max: 20_000 }), { minLength: 482, maxLength: 482 });

function lines(cols: readonly number[], at: (col: number, month: number) => number): string[] {
  const sorted = [...cols].sort((a, b) => a - b);
  return [HEADING, ...sorted.map((c) => `59.5 ${c / 4},${at(c, 0)},${at(c, 1)}`)];
}

test('counts, median and extreme are those of all values in memory', async () => {
  await fc.assert(
    fc.asyncProperty(cells, cells, values, values, async (colsA, colsB, before, after) => {
      const at = (from: number[]) => (col: number, month: number) =>
        from[2 * (col + 40) + month] / 100;
      const found = await compareSummaries(lines(colsA, at(before)), lines(colsB, at(after)));
      const shared = colsA.filter((col) => colsB.includes(col));
      assert.equal(found.lost.cells, colsA.length - shared.length);
      assert.equal(found.gained.cells, colsB.length - shared.length);
      const moves = shared
        .flatMap((col) => [0, 1].map((m) => at(after)(col, m) / at(before)(col, m) - 1))
        .map(Math.abs)
        .filter((move) => move > 0)
        .sort((a, b) => a - b);
      const ghi = found.movements.get('GHI');
      assert.equal(ghi?.moved ?? 0, moves.length);
      if (!ghi || moves.length === 0) return;
      assert.ok(Math.abs(ghi.most - moves[moves.length - 1]) < 1e-9);
      const median = Math.min(moves[(moves.length - 1) >> 1], 1);
      assert.ok(Math.abs(ghi.median - median) < 2e-5, `${ghi.median}, in memory ${median}`);
    }),
  );
});

test('a column that only one summary has is not compared, the others are matched by name', async () => {
  const before = ['place,ghi_01,yield_flat', '59 18,50,900'];
  const after = ['place,ghi_01,elevation,yield_flat', '59 18,50,12,909'];
  const { movements } = await compareSummaries(before, after);
  assert.deepEqual([...movements.keys()], ['GHI', 'Yields']);
  assert.equal(movements.get('GHI')?.moved, 0);
  assert.ok(Math.abs((movements.get('Yields')?.most ?? 0) - 0.01) < 1e-12);
});

test('the lines of 200 000 cells need no memory', async () => {
  function* grid(factor: number) {
    yield HEADING;
    for (let cell = 0; cell < 2e5; cell++) {
      yield `${(cell - (cell % 1000)) / 4000} ${(cell % 1000) / 4},100,${factor * 120}`;
    }
  }
  const before = process.memoryUsage().arrayBuffers;
  const { movements } = await compareSummaries(grid(1), grid(1.01));
  assert.deepEqual(movements.get('GHI')?.moved, 2e5);
  assert.ok(process.memoryUsage().arrayBuffers - before < 10e6);
});
