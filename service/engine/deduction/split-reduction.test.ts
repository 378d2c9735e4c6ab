import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ByClass, CAP_SEK, sumOf, WORK_CLASSES } from './rates.ts';
import { type PartsWanted, type ReductionPart, splitReduction } from './split-reduction.ts';

type Three = readonly [number, number, number];

const classes = ([solar_cells, storage, charging_point]: Three): ByClass => ({
  solar_cells,
  storage,
  charging_point,
});
const row = (sek: ByClass) => WORK_CLASSES.map((workClass) => sek[workClass]);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const wholeSek = (max: number) => fc.nat({ max });
const cases = fc.record({
  amounts: fc.tuple(wholeSek(150000), wholeSek(150000), wholeSek(40000)),
  applicants: fc.array(
    fc.record({
      allowance: fc.oneof(fc.constant(CAP_SEK), wholeSek(CAP_SEK)),
      share: wholeSek(100),
    }),
    { maxLength: 6 },
  ),
  kind: fc.constantFrom('fewest', 'all', 'shares'),
});

/** Half of the runs here and half below: 100 000 in all. */
const RUNS = 50_000;

test('parts add up by class and by person, within allowances, near to proportional', () => {
  fc.assert(
    fc.property(cases, ({ amounts, applicants, kind }) => {
      const allowances = applicants.map(({ allowance }) => allowance);
      const shares = applicants.map(({ share }) => share);
      const wanted: PartsWanted = kind === 'fewest' || kind === 'all' ? kind : shares;
      const { parts, surplusSek } = splitReduction(classes(amounts), allowances, wanted);
      const total = sum(amounts);
      const able = kind === 'shares' ? allowances.filter((_, i) => shares[i] > 0) : allowances;
      const claim = sum(parts.map(({ sumSek }) => sumSek));
      assert.equal(claim, Math.min(total, sum(able)), 'all that the allowances hold is asked for');
      for (const workClass of WORK_CLASSES) {
        const given = sum(parts.map(({ sek }) => sek[workClass]));
        assert.equal(given + surplusSek[workClass], classes(amounts)[workClass]);
        assert.ok(surplusSek[workClass] >= 0);
        if (total > 0) {
          assert.ok(Math.abs(given - (classes(amounts)[workClass] * claim) / total) < 1);
        }
        for (const part of parts) assertProportional(part, given, claim, workClass);
      }
      for (const { applicant, sek, sumSek } of parts) {
        assert.equal(sumOf(sek), sumSek);
        assert.ok(sumSek > 0 && sumSek <= allowances[applicant]);
        assert.ok(row(sek).every((amount) => Number.isInteger(amount) && amount >= 0));
      }
    }),
    { numRuns: RUNS },
  );
});

function assertProportional(
  { sek, sumSek }: ReductionPart,
  given: number,
  claim: number,
  workClass: keyof ByClass,
): void {
  assert.ok(Math.abs(sek[workClass] - (given * sumSek) / claim) <= 2);
}

test('with whole allowances the parts are the fewest that the caps allow, and equal to 1 SEK', () => {
  const amountsOf = fc.tuple(wholeSek(120000), wholeSek(120000), wholeSek(40000));
  fc.assert(
    fc.property(amountsOf, fc.integer({ min: 1, max: 8 }), (amounts, persons) => {
      const total = sum(amounts);
      const allowances = new Array(persons).fill(CAP_SEK);
      const { parts } = splitReduction(classes(amounts), allowances, 'fewest');
      assert.equal(parts.length, Math.min(persons, Math.ceil(total / 50000)));
      const sums = parts.map(({ sumSek }) => sumSek);
      assert.ok(parts.length === 0 || Math.max(...sums) - Math.min(...sums) <= 1);
    }),
    { numRuns: RUNS },
  );
});

test('an invalid share or allowance is named in the error', () => {
  const amounts = classes([10000, 0, 0]);
  assert.throws(() => splitReduction(amounts, [50001], 'all'), /An allowance is 50001/);
  assert.throws(() => splitReduction(amounts, [-1], 'all'), /An allowance is -1/);
  assert.throws(() => splitReduction(amounts, [0.5], 'all'), /An allowance is 0.5/);
  assert.throws(() => splitReduction(amounts, [50000], [1, 2]), /shares are 1, 2/);
  assert.throws(() => splitReduction(amounts, [50000], [0.7]), /shares are 0.7/);
});
