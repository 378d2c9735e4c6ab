import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { monthsOfTimes } from './cf-time.ts';

test('months are those that cftime gives, in every unit and calendar', () => {
  const path = new URL('../../../../fixtures/netcdf-formats/times.csv', import.meta.url);
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  assert.equal(lines.length, 230);
  for (const line of lines) {
    const [units, calendar, time, year, month] = line.split(',');
    const found = monthsOfTimes([Number(time)], units, calendar, 'x.nc');
    assert.deepEqual(found, [{ year: Number(year), month: Number(month) }], line);
  }
});

test('unknown units and calendars are named', () => {
  for (const [time, units, calendar, message] of [
    [0, 'fortnights', '', /x\.nc: its time has the units "fortnights"/],
    [0, 'days since 2001-13-01', '', /whose date is none/],
    [NaN, 'days since 2001-01-01', '', /place 1 is NaN/],
    [0, 'weeks since 1990-01-01', '', /counts "weeks"/],
    [0, 'days since 1990-01-01', 'mayan', /calendar "mayan"/],
    [0, 'days since 1990-01-01', 'constructor', /calendar "constructor"/],
  ] as const) {
    assert.throws(() => monthsOfTimes([time], units, calendar, 'x.nc'), message);
  }
});

const DATES: [units: string, times: number[]][] = [
  ['day as %Y%m%d.%f', [20010115.5, 20020201]],
  ['month as %Y%m.%f', [200101.5, 200202]],
  ['year as %Y.%f', [2001.04, 2002 + 1 / 12]],
  ['', [200101, 200202]],
  ['', [20010131, 20020228]],
  ['YYYYMM', [200101, 200202]],
  ['days since 20010101', [0, 396]],
  ['years since 2000-01-01', [1, 2.1]],
  ['Days After 2001-1-1T00:00:00Z', [30.9, 396]],
];

for (const [units, times] of DATES) {
  test(`dates of ${times[0]} "${units}" are those that they read as`, () => {
    assert.deepEqual(monthsOfTimes(times, units, '', 'x.nc'), [
      { year: 2001, month: 1 },
      { year: 2002, month: 2 },
    ]);
  });
}
