import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOff, firstWeekday, publicHolidays } from './swedish-calendar.ts';

test('1 January 2025 is a Wednesday, 2026 a Thursday, 2027 a Friday', () => {
  assert.deepEqual([2025, 2026, 2027].map(firstWeekday), [2, 3, 4]);
});

/** Dates as the Swedish almanac has them. */
const ALMANAC: [year: number, days: string][] = [
  [2025, '01-01 01-06 04-18 04-20 04-21 05-01 05-29 06-06 06-08 06-21 11-01 12-25 12-26'],
  [2026, '01-01 01-06 04-03 04-05 04-06 05-01 05-14 05-24 06-06 06-20 10-31 12-25 12-26'],
  [2027, '01-01 01-06 03-26 03-28 03-29 05-01 05-06 05-16 06-06 06-26 11-06 12-25 12-26'],
];
for (const [year, days] of ALMANAC) {
  test(`the public holidays of ${year} are those of the almanac`, () => {
    const dates = publicHolidays(year).map((day) =>
      new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(5, 10),
    );
    assert.equal(dates.join(' '), days);
  });
}

test('days off are weekends, holidays and the three eves', () => {
  const off = daysOff(2025);
  assert.equal(off.length, 365);
  const weekdays = [...off.keys()].filter((day) => off[day] && (2 + day) % 7 < 5);
  const dates = weekdays.map((day) =>
    new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(5, 10),
  );
  assert.equal(
    dates.join(' '),
    '01-01 01-06 04-18 04-21 05-01 05-29 06-06 06-20 12-24 12-25 12-26 12-31',
  );
  assert.equal(off.filter((isOff) => isOff === 1).length, 104 + 12);
});

test('Easter Sunday, also where it is earliest and latest', () => {
  for (const [year, month, day] of [
    [1961, 4, 2],
    [2000, 4, 23],
    [2008, 3, 23],
    [2024, 3, 31],
    [2038, 4, 25],
    [2049, 4, 18],
    [2285, 3, 22],
  ]) {
    const easter = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000;
    for (const after of [-2, 0, 1, 39, 49])
      assert.ok(publicHolidays(year).includes(easter + after), `${year} ${after}`);
  }
});
