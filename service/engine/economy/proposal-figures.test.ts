import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyState, STATE } from '../../pages/proposal/states.test-kit.ts';
import { BATTERY_YEARS, LOSS_PER_YEAR, YEARS } from '../cash-flow.ts';
import { proposalFigures } from './proposal-figures.ts';

test('a turnkey price, its deduction and its payback, by hand', () => {
  const { systems, proposed, annualKwh, kwp } = proposalFigures(STATE);
  // 150 000 x 97 % x 15 %, 75 000 x 97 % x 50 %, 15 000 x 97 % x 50 %.
  assert.deepEqual(
    systems.map(({ deduction }) => deduction.claimedSek),
    [21_825, 21_825 + 36_375, 21_825 + 36_375 + 7_275],
  );
  assert.deepEqual(
    systems.map(({ netSek }) => netSek),
    [128_175, 166_800, 174_525],
  );
  assert.equal(proposed, systems[1]);
  assert.equal(proposed.savingSek, 6369 + 2779);
  // After 20 years 121 507.17 of the sun and 15 x 2 779, after 21 years 5 761.46 more.
  const paid = 20 + (166_800 - 121_507.17 - 15 * 2779) / 5761.46;
  assert.ok(Math.abs((proposed.paybackYears ?? 0) - paid) < 1e-5);
  assert.equal(kwp, 10);
  assert.equal(annualKwh, 7261);
});

test('the cash flow is the sum of its series', () => {
  const { cashSek, netSek } = proposalFigures(STATE).proposed;
  const solar = (6369 * (1 - (1 - LOSS_PER_YEAR) ** YEARS)) / LOSS_PER_YEAR;
  assert.ok(Math.abs(cashSek[YEARS] - (solar + BATTERY_YEARS * 2779 - netSek)) < 1e-6);
  assert.equal(cashSek[0], -netSek);
  assert.equal(cashSek.length, YEARS + 1);
});

test('without prices of batteries or charging points there are fewer systems', () => {
  const solar = { ...STATE.costs, charging_points: { count: 0, sek: 0 } };
  const kinds = (state: typeof STATE) => proposalFigures(state).systems.map(({ kind }) => kind);
  assert.deepEqual(kinds({ ...STATE, costs: solar, batteries: [] }), ['solar']);
  assert.deepEqual(kinds({ ...STATE, costs: solar }), ['solar', 'battery']);
  assert.deepEqual(kinds({ ...STATE, batteries: [] }), ['solar', 'charger']);
});

test('for random states the parts sum to the price, and the net price is price minus deduction', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { systems, proposed } = proposalFigures(state);
      assert.ok(systems.includes(proposed));
      for (const { parts, priceSek, netSek, deduction } of systems) {
        assert.equal(
          parts.reduce((sum, { sek }) => sum + sek, 0),
          priceSek,
        );
        assert.equal(priceSek - deduction.claimedSek, netSek);
        assert.ok(deduction.claimedSek <= 50_000 * state.deduction.adults);
      }
    }),
  );
});
