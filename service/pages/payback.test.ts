import assert from 'node:assert/strict';
import { test } from 'node:test';
import programs from '../../fixtures/market/battery-programs.json' with { type: 'json' };
import type { BatteryCell } from './browser/explorer/money-answer.ts';
import { isWithinWarranty, paybacks, soonest, WARRANTY } from './browser/explorer/payback.ts';

const cell = (sizeKwh: number, savesSek: number, cyclesPerYear = 300): BatteryCell => ({
  sizeKwh,
  strategy: 'combined',
  savesSek,
  cyclesPerYear,
  isBestOfSize: true,
});

const answer = (...cells: BatteryCell[]) => ({ costSek: 20_000, sunSek: 6000, cells });

test('payback before and after the deduction, by hand', () => {
  // 97 % of 80 000 is 77 600, of which half is 38 800; of 140 000 one owner gets no more than 50 000.
  const costOf = (size: number) => 20_000 + 6000 * size;
  const found = paybacks(answer(cell(10, 4000), cell(20, 5000)), costOf, '2026-11-22', 1);
  assert.deepEqual(
    found.map(({ costSek, deductionSek, yearsBefore, yearsAfter }) => [
      costSek,
      deductionSek,
      yearsBefore,
      yearsAfter,
    ]),
    [
      [80_000, 38_800, 20, 10.3],
      [140_000, 50_000, 28, 18],
    ],
  );
  assert.equal(soonest(found)?.cell.sizeKwh, 10);
  assert.ok(!isWithinWarranty(found[0]));
});

test('two owners get twice as much at most', () => {
  const dear = paybacks(answer(cell(20, 5000)), () => 140_000, '2026-11-22', 2);
  // Half of 97 %.
  assert.equal(dear[0].deductionSek, 67_900);
});

test('the warranty ends with its cycles', () => {
  const costOf = () => 60_000;
  const [slow, fast] = paybacks(answer(cell(5, 4000), cell(6, 4000, 800)), costOf, '2026-11-22', 1);
  assert.deepEqual([slow.warrantyYears, fast.warrantyYears], [10, 7.5]);
  assert.ok(isWithinWarranty(slow) && !isWithinWarranty(fast));
});

test('a battery that saves nothing, or takes a century, never pays back; one for nothing at once', () => {
  const found = paybacks(
    answer(cell(5, 0), cell(10, -3), cell(15, 1)),
    () => 60_000,
    '2026-11-22',
    1,
  );
  assert.deepEqual(
    found.map(({ yearsAfter }) => yearsAfter),
    [null, null, null],
  );
  assert.equal(soonest(found), null);
  assert.equal(soonest([]), null);
  assert.equal(soonest(paybacks(answer(cell(5, 100)), () => 0, '2026-11-22', 1))?.yearsAfter, 0);
});

test('the warranty is that of the dataset', () => {
  const { years, cycles } = programs.warranty;
  assert.deepEqual(WARRANTY, { years, cycles });
});
