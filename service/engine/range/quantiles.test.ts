/** Ranges of sums compared with closed forms and with sums that are drawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { evenly } from '../../../schemas/test/evenly.ts';
import { Z90 } from '../statistics.ts';
import { type Effect, rangeOf } from './quantiles.ts';

const once = (low: number, high: number): Effect => ({ low, high, draws: 1 });

function assertNear(found: number, wanted: number, tolerance: number): void {
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found}, expected ${wanted}`);
}

test('symmetric effects add up as normal distributions do', () => {
  const { p90, p50, p10 } = rangeOf(100, [once(-3, 3), once(4, -4)]);
  assertNear(p90, 95, 1e-9);
  assertNear(p50, 100, 1e-9);
  assertNear(p10, 105, 1e-9);
});

test('the range of one effect is close to its low and high values', () => {
  for (const [low, high] of [
    [-10, 12],
    [-10, 18],
    [-3, 1],
  ]) {
    const { p90, p50, p10 } = rangeOf(50, [once(low, high)]);
    const tolerance = 0.05 * (high - low);
    assertNear(p90, 50 + low, tolerance);
    assertNear(p50, 50, tolerance);
    assertNear(p10, 50 + high, tolerance);
  }
});

test('a square of a normal variable has the quantiles of the chi-squared distribution', () => {
  // With one degree of freedom: 0.0158, 0.4549, 2.7055. From the middle, 0, the ends are both 1.2816 squared.
  const { p90, p50, p10 } = rangeOf(0, [once(Z90 ** 2, Z90 ** 2)]);
  assertNear(p90, 0.0158, 0.15);
  assertNear(p50, 0.4549, 0.15);
  assertNear(p10, 2.7055, 0.15);
});

test('a constant has no range', () => {
  assert.deepEqual(rangeOf(7, []), { p90: 7, p50: 7, p10: 7 });
  assert.deepEqual(rangeOf(7, [once(0, 4e-162)]), { p90: 7, p50: 7, p10: 7 });
  assert.deepEqual(rangeOf(7, [once(0, 0)]), { p90: 7, p50: 7, p10: 7 });
});

test('a mean of n draws lies within the square root of n', () => {
  const { p90, p10 } = rangeOf(0, [{ low: -10, high: 10, draws: 25 }]);
  assertNear(p90, -2, 1e-9);
  assertNear(p10, 2, 1e-9);
});

test('p90 ≤ p50 ≤ p10, for random effects', () => {
  const sek = evenly(-1e5, 1e5);
  const effect = fc.record({ low: sek, high: sek, draws: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(sek, fc.array(effect, { maxLength: 5 }), (middle, effects) => {
      const { p90, p50, p10 } = rangeOf(middle, effects);
      assert.ok(p90 <= p50 + 1e-6 && p50 <= p10 + 1e-6, `${p90} ${p50} ${p10}`);
    }),
  );
});

test('sums of parabolas drawn at random have the same range, within 6 % of their width', () => {
  const random = seededRandom(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (const ends of [
    [
      [-2700, 5300],
      [-330, 450],
      [-330, 320],
      [-70, 70],
    ],
    [
      [-100, 100],
      [-10, 120],
    ],
    [
      [-500, 200],
      [-100, 400],
      [-50, 60],
    ],
  ]) {
    const effects = ends.map(([low, high]) => once(low, high));
    const draw = () =>
      effects.reduce((sum, { low, high }) => {
        const [slope, bend] = [(high - low) / (2 * Z90), (high + low) / (2 * Z90 ** 2)];
        const z = normal();
        return sum + slope * z + bend * z ** 2;
      }, 0);
    const drawn = Float64Array.from({ length: 100_000 }, draw).sort();
    const { p90, p50, p10 } = rangeOf(0, effects);
    const tolerance = 0.06 * (drawn[90_000] - drawn[10_000]);
    assertNear(p90, drawn[10_000], tolerance);
    assertNear(p50, drawn[50_000], tolerance);
    assertNear(p10, drawn[90_000], tolerance);
  }
});
