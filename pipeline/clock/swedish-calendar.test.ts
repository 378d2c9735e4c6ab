import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HolidayName } from '../../schemas/types.ts';
import { daysOff, namedDay, publicHolidays } from './swedish-calendar.ts';

/** The date of a day of a year, counted from 0: '2025-06-06'. */
const dateOf = (year: number, day: number) =>
  new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);

/** Dates as the Swedish almanac has them. */
const ALMANAC: [year: number, days: string][] = [
  [2025, '01-01 01-06 04-18 04-20 04-21 05-01 05-29 06-06 06-08 06-21 11-01 12-25 12-26'],
  [2026, '01-01 01-06 04-03 04-05 04-06 05-01 05-14 05-24 06-06 06-20 10-31 12-25 12-26'],
  [2027, '01-01 01-06 03-26 03-28 03-29 05-01 05-06 05-16 06-06 06-26 11-06 12-25 12-26'],
];
for (const [year, days] of ALMANAC) {
  test(`the public holidays of ${year} are those of the almanac`, () => {
    const dates = publicHolidays(year).map((day) => dateOf(year, day).slice(5));
    assert.equal(dates.join(' '), days);
  });
}

test('days off are weekends, holidays and the three eves', () => {
  const off = daysOff(2025);
  assert.equal(off.length, 365);
  const weekdays = [...off.keys()].filter((day) => off[day] && (2 + day) % 7 < 5);
  const dates = weekdays.map((day) => dateOf(2025, day).slice(5));
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

/** Published: Svenska almanackan. Easter by the tables of the Astronomical Society of South Australia. */
const MIDSUMMER_EVES = '2024-06-21 2025-06-20 2026-06-19 2027-06-25 2028-06-23 2030-06-21';
const EASTER_DAYS: [year: number, maundyThursday: string, goodFriday: string, monday: string][] = [
  [2024, '03-28', '03-29', '04-01'],
  [2025, '04-17', '04-18', '04-21'],
  [2026, '04-02', '04-03', '04-06'],
  [2027, '03-25', '03-26', '03-29'],
  [2029, '03-29', '03-30', '04-02'],
  [2030, '04-18', '04-19', '04-22'],
  [2038, '04-22', '04-23', '04-26'],
];

test('the days of price lists are on the dates of the almanac', () => {
  const named = (year: number, name: HolidayName) => dateOf(year, namedDay(year, name));
  for (const eve of MIDSUMMER_EVES.split(' ')) {
    assert.equal(named(Number(eve.slice(0, 4)), 'midsummer_eve'), eve);
  }
  for (const [year, ...dates] of EASTER_DAYS) {
    const names = ['maundy_thursday', 'good_friday', 'easter_monday'] as const;
    assert.deepEqual(
      names.map((name) => named(year, name)),
      dates.map((date) => `${year}-${date}`),
    );
  }
  assert.equal(named(2026, 'ascension'), '2026-05-14');
  assert.equal(named(2027, 'ascension'), '2027-05-06');
  const spring = ['new_year', 'epiphany', 'may_day', 'national_day'] as const;
  const winter = ['christmas_eve', 'christmas_day', 'boxing_day', 'new_year_eve'] as const;
  const dates = [...spring, ...winter].map((name) => named(2025, name).slice(5));
  assert.equal(dates.join(' '), '01-01 01-06 05-01 06-06 12-24 12-25 12-26 12-31');
});
