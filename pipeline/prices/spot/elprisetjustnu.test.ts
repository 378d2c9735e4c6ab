import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readElprisetjustnu } from './elprisetjustnu.ts';
import { priceFile } from './prices.test-kit.ts';

interface Entry {
  SEK_per_kWh: unknown;
  time_start: string;
}

/**
 * Entries as the feed writes them, at the local times given, each with an end that is wrong: ends are not read. The
 * price is the entry's number.
 */
function entries(times: string[]): Entry[] {
  return times.map((time_start, i) => ({
    SEK_per_kWh: i / 100,
    EUR_per_kWh: i / 1107,
    EXR: 11.07,
    time_start,
    time_end: time_start,
  }));
}

function readDay(name: string, day: unknown) {
  return readElprisetjustnu(priceFile(name, JSON.stringify(day)));
}

function refused(name: string, day: unknown, message: RegExp): void {
  assert.throws(() => readDay(name, day), message);
}

const clock = (hour: number) => String(hour).padStart(2, '0');

function hoursOf(day: string, hours: number[], offset: string): string[] {
  return hours.map((hour) => `${day}T${clock(hour)}:00:00${offset}`);
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

const SPRING = [
  ...hoursOf('2025-03-30', [0, 1], '+01:00'),
  ...hoursOf('2025-03-30', range(3, 23), '+02:00'),
];
const AUTUMN = [
  ...hoursOf('2025-10-26', [0, 1, 2], '+02:00'),
  ...hoursOf('2025-10-26', range(2, 23), '+01:00'),
];
const ORDINARY = hoursOf('2025-01-31', range(0, 23), '+01:00');

test('an ordinary day has 24 hours of SEK/kWh from local midnight', () => {
  const prices = readDay('01-31_SE4.json', entries(ORDINARY));
  assert.equal(prices.length, 24);
  assert.deepEqual(prices[1], {
    area: 'SE4',
    startMs: Date.UTC(2025, 0, 31, 0),
    minutes: 60,
    price: 0.01,
    unit: 'sek_per_kwh',
    where: '01-31_SE4.json, entry [1]',
  });
});

test('the spring day has 23 and the autumn day 25 consecutive hours', () => {
  for (const [name, times, firstMs] of [
    ['03-30_SE3.json', SPRING, Date.UTC(2025, 2, 29, 23)],
    ['10-26_SE3.json', AUTUMN, Date.UTC(2025, 9, 25, 22)],
  ] as const) {
    const prices = readDay(name, entries(times));
    assert.deepEqual(
      prices.map(({ startMs }) => startMs),
      times.map((_, i) => firstMs + i * 3_600_000),
    );
  }
});

test('quarter hours of the spring and the autumn day are 92 and 100', () => {
  for (const [name, times, count] of [
    ['03-30_SE1.json', SPRING, 92],
    ['10-26_SE1.json', AUTUMN, 100],
  ] as const) {
    const quarters = times.flatMap((time) =>
      ['00', '15', '30', '45'].map((minute) => time.replace(':00:00', `:${minute}:00`)),
    );
    const prices = readDay(name, entries(quarters));
    assert.equal(new Set(prices.map(({ startMs }) => startMs)).size, count);
    assert.ok(prices.every(({ minutes }) => minutes === 15));
  }
});

test('a day with too few entries, or none, is read as far as it goes', () => {
  const some = entries(ORDINARY).filter((_, i) => i !== 5 && i !== 6);
  const prices = readDay('01-31_SE1.json', some);
  assert.equal(prices.length, 22);
  assert.ok(prices.every(({ minutes }) => minutes === 60));
  assert.deepEqual(readDay('01-31_SE1.json', []), []);
});

test('a day with more entries than it can hold is refused', () => {
  refused(
    '01-31_SE1.json',
    entries([...ORDINARY, ORDINARY[3]]),
    /^Error: 01-31_SE1\.json: has 25 entries, expected at most 24, as many as 2025-01-31 has/,
  );
  const spring = entries([...SPRING, SPRING[0]]);
  refused('03-30_SE1.json', spring, /has 24 entries, expected at most 23/);
});

test('an entry of another day is refused', () => {
  for (const [time, shown] of [
    ['2025-02-01T00:00:00+01:00', '2025-02-01T00:00:00\\+01:00, expected a time on 01-31'],
    ['2025-01-31T23:59:60+00:00', '2025-01-31T23:59:60\\+00:00, expected a time on'],
  ]) {
    const day = entries([...ORDINARY.slice(0, 23), time]);
    const message = new RegExp(`01-31_SE1\\.json: "\\[23\\]\\.time_start" is ${shown}`);
    refused('01-31_SE1.json', day, message);
  }
});

test('a malformed entry is named by its file, number and field', () => {
  const [first, second] = entries(ORDINARY);
  for (const [day, message] of [
    [
      [first, { ...second, SEK_per_kWh: '0.5' }],
      /01-31_SE1\.json: "\[1\]\.SEK_per_kWh" is "0\.5", expected a number/,
    ],
    [
      [{ ...first, time_start: '2025-01-31T00:00:00' }],
      /"\[0\]\.time_start" is "2025-01-31T00:00:00", expected a time like 2026-03-01T00:00:00Z/,
    ],
    [[{ SEK_per_kWh: 1 }], /"\[0\]\.time_start" is missing/],
    [{ detail: 'Not found' }, /01-31_SE1\.json: The value .*expected an array/],
  ] as const) {
    refused('01-31_SE1.json', day, message);
  }
  assert.throws(
    () => readElprisetjustnu(priceFile('01-31_SE1.json', '[{"SEK')),
    /01-31_SE1\.json: .*JSON/,
  );
});

test('a file whose name has no day and area is refused', () => {
  for (const name of ['SE3.json', '2025-01-31_SE3.json', '01-31_SE5.json']) {
    refused(name, [], /expected one like 01-31_SE3\.json/);
  }
});
