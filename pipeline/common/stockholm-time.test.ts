import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HOUR_MS,
  hoursInLocalDay,
  hoursInYear,
  localDay,
  localHour,
  localYearStartMs,
  summerTimeOf,
} from './stockholm-time.ts';

const stockholm = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  dateStyle: 'short',
  timeStyle: 'short',
});

test('every hour of 2020 to 2035 has the day and clock hour that Intl gives', () => {
  for (let ms = localYearStartMs(2020); ms < localYearStartMs(2036); ms += HOUR_MS) {
    const { month, day, hour } = localHour(ms);
    const [date, clock] = stockholm.format(ms).split(' ');
    if (localDay(ms) === date && hour === Number(clock.slice(0, 2))) {
      if (month === Number(date.slice(5, 7)) - 1 && day === Number(date.slice(8))) continue;
    }
    assert.fail(`${new Date(ms).toISOString()}: ${localDay(ms)} ${hour}, Intl ${date} ${clock}`);
  }
});

test('every local day of 2020 to 2035 has as many hours as it has in Intl', () => {
  const hours = new Map<string, number>();
  for (let ms = localYearStartMs(2020); ms < localYearStartMs(2036); ms += HOUR_MS) {
    const [date] = stockholm.format(ms).split(' ');
    hours.set(date, (hours.get(date) ?? 0) + 1);
  }
  for (let ms = localYearStartMs(2020); ms < localYearStartMs(2036); ms += HOUR_MS) {
    if (hoursInLocalDay(ms) !== hours.get(localDay(ms))) assert.fail(localDay(ms));
  }
  assert.deepEqual([hours.get('2025-03-30'), hours.get('2025-10-26')], [23, 25]);
  assert.equal(hours.size, 16 * 365 + 4);
});

test('a year starts at 23:00 UTC and has 8760 hours, 8784 in a leap year', () => {
  assert.equal(new Date(localYearStartMs(2025)).toISOString(), '2024-12-31T23:00:00.000Z');
  assert.deepEqual([2024, 2025, 2026].map(hoursInYear), [8784, 8760, 8760]);
});

test('summer time begins and ends in the hours of the last Sundays of March and October', () => {
  const hourOf = (month: number, day: number, year: number) =>
    (Date.UTC(year, month - 1, day, 2) - Date.UTC(year, 0, 1)) / HOUR_MS;
  for (const [year, march, october] of [
    [2025, 30, 26],
    [2026, 29, 25],
    [2027, 28, 31],
  ]) {
    const expected = { from: hourOf(3, march, year), to: hourOf(10, october, year) };
    assert.deepEqual(summerTimeOf(year), expected);
  }
  assert.deepEqual(summerTimeOf(2025), { from: 2114, to: 7154 });
});
