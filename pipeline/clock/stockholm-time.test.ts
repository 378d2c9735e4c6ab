import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS } from '../../schemas/codec/axes.ts';
import {
  HOUR_MS,
  hoursInLocalDay,
  hoursInYear,
  localDay,
  localHour,
  localYearStartMs,
  summerTimeOf,
  toSwedishClock,
} from './stockholm-time.ts';

const stockholm = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  dateStyle: 'short',
  timeStyle: 'short',
});

test('every hour of 2020 to 2035 has the day and clock hour that Intl gives, and every day its hours', () => {
  const starts: number[] = [];
  const hours = new Map<string, number>();
  for (let ms = localYearStartMs(2020); ms < localYearStartMs(2036); ms += HOUR_MS) {
    const { month, day, hour } = localHour(ms);
    const [date, clock] = stockholm.format(ms).split(' ');
    starts.push(ms);
    hours.set(date, (hours.get(date) ?? 0) + 1);
    if (localDay(ms) === date && hour === Number(clock.slice(0, 2))) {
      if (month === Number(date.slice(5, 7)) - 1 && day === Number(date.slice(8))) continue;
    }
    assert.fail(`${new Date(ms).toISOString()}: ${localDay(ms)} ${hour}, Intl ${date} ${clock}`);
  }
  const wrong = starts.filter((ms) => hoursInLocalDay(ms) !== hours.get(localDay(ms)));
  assert.deepEqual(wrong, []);
  assert.deepEqual([hours.get('2025-03-30'), hours.get('2025-10-26')], [23, 25]);
  assert.equal(hours.size, 16 * 365 + 4);
});

test('a year starts at 23:00 UTC and has 8760 hours, 8784 in a leap year', () => {
  assert.equal(new Date(localYearStartMs(2025)).toISOString(), '2024-12-31T23:00:00.000Z');
  assert.deepEqual([2024, 2025, 2026].map(hoursInYear), [8784, 8760, 8760]);
});

/** Each hour of a year is its index in winter time, put on the clock. */
function clockOf(year: number): Float64Array {
  const hours = Float64Array.from({ length: HOURS }, (_, t) => t);
  toSwedishClock(hours, summerTimeOf(year));
  return hours;
}

for (const year of [2025, 2026, 2027])
  test(`every hour is where the Swedish clock of ${year} has it`, () => {
    const hours = clockOf(year);
    const expected = new Map<number, number[]>();
    for (let t = 0; t < HOURS; t++) {
      const { month, day, hour } = localHour(Date.UTC(year, 0, 1) + (t - 1) * HOUR_MS);
      const place = (Date.UTC(year, month, day, hour) - Date.UTC(year, 0, 1)) / HOUR_MS;
      expected.set(place, [...(expected.get(place) ?? []), t]);
    }
    for (let place = 0; place < HOURS; place++) {
      const those = expected.get(place) ?? [];
      const mean = those.length === 0 ? 0 : those.reduce((a, b) => a + b) / those.length;
      assert.equal(hours[place], mean, String(place));
    }
  });
