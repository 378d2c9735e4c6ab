import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratiosAboutOwnMonths, spreadRatios } from './spread-ratios.ts';

/** Months of the flat plane and of six that move by a multiple of it, on a level of their own in each calendar month. */
const TIMES = [1, 0, 0.5, 1, 1.5, 2, 3];
const CALENDAR = [3, 3, 3, 5, 5, 5];
const months = [-0.1, 0, 0.1, -0.2, 0.05, 0.15].map((flat, i) =>
  TIMES.map((times, plane) => times * flat + (plane > 0 && CALENDAR[i] === 5 ? 4 : 0)),
);

test('about their own months planes spread by their multiples, whatever the level of each month', () => {
  const found = Object.values(ratiosAboutOwnMonths(months, CALENDAR));
  assert.deepEqual(
    found.map((ratio) => Math.round(1e9 * ratio) / 1e9),
    TIMES.slice(1),
  );
});

test('about one mean the levels of the months count, and intervals hold the ratio', () => {
  for (const { ratio, low, high } of Object.values(spreadRatios(months))) {
    assert.ok(ratio > 10 && low <= ratio && ratio <= high, `${low}..${high}: ${ratio}`);
  }
});
