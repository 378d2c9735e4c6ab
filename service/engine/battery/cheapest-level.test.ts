import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minimizeConvex } from './cheapest-level.ts';

const STEP = 1e-3;
const GAP = 1e-4;

/** A charge on a cap, tiny to large, and the energy that lower caps cost, as the greatest of some falling lines. */
const COSTS = fc.record({
  charge: fc.double({ min: -6, max: 2, noNaN: true }).map((power) => 10 ** power),
  lines: fc.array(
    fc.record({
      slope: fc.double({ min: -500, max: 0, noNaN: true }),
      at0: fc.double({ min: 0, max: 1000, noNaN: true }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

test('the minimum of a convex cost is found within the gap in a few evaluations', () => {
  fc.assert(
    fc.property(COSTS, ({ charge, lines }) => {
      let tries = 0;
      const energy = (at: number) =>
        Math.max(0, ...lines.map(({ slope, at0 }) => at0 + slope * at));
      const cost = (at: number) => {
        tries++;
        return energy(at) + charge * at;
      };
      const high = 50;
      const beyond = { at: 0, cost: energy(high), slope: charge };
      const low = { at: 0, cost: energy(0) };
      const found = minimizeConvex(cost, { low, high, step: GAP / charge, beyond, gap: GAP });
      assert.ok(tries < 40, `${tries} tries`);
      // The least value lies where two of the lines meet, or at an end.
      const all = [{ slope: 0, at0: 0 }, ...lines];
      const corners = all.flatMap((a) => all.map((b) => (b.at0 - a.at0) / (a.slope - b.slope)));
      const places = [0, high, ...corners.filter((at) => at > 0 && at < high)];
      const min = Math.min(...places.map((at) => energy(at) + charge * at));
      assert.ok(found.cost <= min + 2 * GAP, `${found.cost}, expected ${min}`);
      assert.equal(found.cost, energy(found.at) + charge * found.at);
    }),
  );
});

/** Falls to a valley a little above the lowest cap, rises beyond what it costs at the loosest one, falls again. */
const CORNERS = [
  { at: 0, cost: 40 },
  { at: 0.0012, cost: 0 },
  { at: 0.006, cost: 40 },
  { at: 0.01, cost: 34 },
  { at: 5, cost: 39 },
];

test('the minimum of a cost that is not convex is found in a few evaluations', () => {
  let tries = 0;
  const cost = (at: number) => {
    tries++;
    const end = Math.max(
      1,
      CORNERS.findIndex((corner) => at <= corner.at),
    );
    const [a, b] = CORNERS.slice(end - 1, end + 1);
    return a.cost + ((b.cost - a.cost) * (at - a.at)) / (b.at - a.at);
  };
  const beyond = { at: 0, cost: 34, slope: 1 };
  const found = minimizeConvex(cost, { low: CORNERS[0], high: 5, step: STEP, beyond, gap: GAP });
  assert.ok(tries < 40, `${tries} tries`);
  assert.ok(Math.abs(found.cost) < GAP, `${found.cost}`);
});
