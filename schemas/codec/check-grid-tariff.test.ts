import assert from 'node:assert/strict';
import { test } from 'node:test';
import record from '../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import { InvalidValueError } from '../checks/invalid-value.ts';
import { validator } from '../checks/validate.ts';
import { RICH_TARIFF, WRONG_TARIFFS, wrongTariff } from '../test/wrong-grid-tariffs.ts';
import type { GridTariff } from '../types.ts';
import { checkGridTariff, checkGridTariffs } from './check-grid-tariff.ts';

const checkLists = validator('data/grid-tariffs.schema.json');

/** Checks lists as a build does. */
function check(lists: unknown[]): void {
  checkGridTariffs(checkLists({ lists }), '');
}

function faultOf(lists: unknown[]): InvalidValueError {
  try {
    check(lists);
  } catch (error) {
    if (error instanceof InvalidValueError) return error;
    throw error;
  }
  assert.fail('accepted');
}

test('a list with all that the language has is accepted, and so is every list of the record', () => {
  check([RICH_TARIFF]);
  check(record.lists);
  assert.equal(record.lists.length, 60);
  assert.equal(new Set(record.lists.map(({ company }) => company)).size, 38);
});

test(`${WRONG_TARIFFS.length} wrong lists are refused by their field`, () => {
  assert.ok(WRONG_TARIFFS.length >= 40);
  for (const [way, value, field] of WRONG_TARIFFS) {
    const { message, field: found } = faultOf([wrongTariff(way, value)]);
    assert.equal(found, `lists[0].${field}`, message);
  }
});

test('what a dataset needs beyond the rules: an id of its own, and the end of what has ended', () => {
  assert.equal(faultOf([RICH_TARIFF, RICH_TARIFF]).field, 'lists[1].id');
  assert.equal(faultOf([{ ...RICH_TARIFF, valid_to: null }]).field, 'lists[0].valid_to');
  for (const name of ['id', 'company', 'source', 'as_of', 'trust', 'status', 'clock'] as const) {
    const { [name]: _, ...rest } = RICH_TARIFF;
    assert.equal(faultOf([rest]).field, `lists[0].${name}`);
  }
});

test('fees that leave an hour without one are refused with that hour', () => {
  const energy = (entries: GridTariff['energy_ore_per_kwh']) => () =>
    checkGridTariff({ energy_ore_per_kwh: entries, power: [] }, '');
  assert.throws(
    energy([
      { ore: 1, when: [{ days: 'mon-fri' }] },
      { ore: 2, fuses: [16, 20] },
    ]),
    {
      field: 'energy_ore_per_kwh',
      problem: 'has no fee at 25 A for hour 0 of a Saturday or Sunday in month 1',
    },
  );
  energy([
    { ore: 1, when: [{ days: 'workday' }] },
    { ore: 2, when: [{ days: 'offday' }] },
  ])();
  energy([
    { ore: 1, when: [{ hours: [[22, 6]] }] },
    { ore: 2, when: [{ hours: [[6, 22]] }] },
  ])();
});
