import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { monthsOfTimes } from './cf-time.ts';

test('months are those that cftime gives, in every unit and calendar', () => {
  const path = new URL('../../../fixtures/netcdf-formats/times.csv', import.meta.url);
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  assert.equal(lines.length, 150);
  for (const line of lines) {
    const [units, calendar, time, year, month] = line.split(',');
    const found = monthsOfTimes([Number(time)], units, calendar, 'x.nc');
    assert.deepEqual(found, [{ year: Number(year), month: Number(month) }], line);
  }
});

test('months and years since a date are calendar months', () => {
  assert.deepEqual(monthsOfTimes([0, 11, 12], 'months since 1991-02-01', '', 'x.nc'), [
    { year: 1991, month: 2 },
    { year: 1992, month: 1 },
    { year: 1992, month: 2 },
  ]);
});

test('unknown units and calendars are named', () => {
  assert.throws(
    () => monthsOfTimes([0], 'fortnights', '', 'x.nc'),
    /x\.nc: its time has the units "fortnights"/,
  );
  assert.throws(() => monthsOfTimes([0], 'weeks since 1990-01-01', '', 'x.nc'), /counts "weeks"/);
  assert.throws(
    () => monthsOfTimes([0], 'days since 1990-01-01', 'mayan', 'x.nc'),
    /calendar "mayan"/,
  );
});
