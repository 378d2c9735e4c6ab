import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import { summerTimeOf } from '../../stockholm-time.ts';
import { toSwedishClock } from './swedish-clock.ts';

/** Each hour of a year is its index in winter time, put on the clock. */
function clockOf(year: number): Float64Array {
  const hours = Float64Array.from({ length: HOURS }, (_, t) => t);
  toSwedishClock(hours, summerTimeOf(year));
  return hours;
}

/** Index of an hour of a year in UTC, as winter time counts it. */
const winterIndex = (utc: Date, year: number) =>
  (utc.getTime() - Date.UTC(year, 0, 1)) / 3_600_000 + 1;

const clock = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Stockholm',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

for (const year of [2025, 2026, 2027])
  test(`every hour stands where the Swedish clock of ${year} has it`, () => {
    const hours = clockOf(year);
    const expected = new Map<number, number[]>();
    for (let t = 0; t < HOURS; t++) {
      const utc = new Date(Date.UTC(year, 0, 1) + (t - 1) * 3_600_000);
      const parts = clock.formatToParts(utc);
      const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
      const day = (Date.UTC(year, of('month') - 1, of('day')) - Date.UTC(year, 0, 1)) / 86_400_000;
      const place = day * 24 + of('hour');
      assert.equal(winterIndex(utc, year), t);
      expected.set(place, [...(expected.get(place) ?? []), t]);
    }
    for (let place = 0; place < HOURS; place++) {
      const those = expected.get(place) ?? [];
      const mean = those.length === 0 ? 0 : those.reduce((a, b) => a + b) / those.length;
      assert.equal(hours[place], mean, String(place));
    }
  });

test('the hour that spring skips is 0, the one that autumn repeats the mean of its two', () => {
  const hours = clockOf(2025);
  assert.equal(hours[2114], 0);
  assert.equal(hours[2115], 2114);
  assert.equal(hours[7153], 7152);
  assert.equal(hours[7154], 7153.5);
  assert.equal(hours[7155], 7155);
});
