import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { monthsOfTimes, type YearMonth } from './cf-time.ts';

interface Case {
  units: string;
  calendar: string;
  times: (YearMonth & { time: number })[];
}

test('months are those that cftime gives, in every unit and calendar', () => {
  const path = new URL('../../../fixtures/netcdf-formats/times.json', import.meta.url);
  const cases: Case[] = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(cases.length, 25);
  for (const { units, calendar, times } of cases) {
    const found = monthsOfTimes(
      times.map(({ time }) => time),
      units,
      calendar,
      'x.nc',
    );
    assert.deepEqual(
      found,
      times.map(({ year, month }) => ({ year, month })),
      `${units}, ${calendar}`,
    );
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
