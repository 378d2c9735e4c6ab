import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  HOUR_MS,
  hoursInYear,
  localHour,
  localYearStartMs,
  utcOffsetMs,
} from '#common/stockholm-time.ts';
import { HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { type MeterYear, readMeterFile } from './meter-file.ts';
import { MeterProblem, type MeterProblemReason, readNumber } from './meter-table.ts';
import { readTime } from './meter-time.ts';

/** The hours of a year in Sweden, ms UTC. */
function instants(year: number): number[] {
  return Array.from({ length: hoursInYear(year) }, (_, i) => localYearStartMs(year) + i * HOUR_MS);
}

/** A house's use in an hour: another value in each hour of the year. */
const useAt = (utcMs: number) => Math.round(500 + 300 * Math.sin(utcMs / 3.1e7)) / 1000;

const clockText = (utcMs: number, offsetMs: number) =>
  new Date(utcMs + offsetMs).toISOString().slice(0, 16).replace('T', ' ');

/** A grid company's file by the clock that it keeps. */
function gridFile(year: number, offsetOf: (utcMs: number) => number): string {
  const lines = instants(year).map(
    (utcMs) => `${clockText(utcMs, offsetOf(utcMs))};${String(useAt(utcMs)).replace('.', ',')}`,
  );
  return ['Anläggning: Storgatan 1', 'Tid;Förbrukning (kWh)', ...lines].join('\r\n');
}

/** 8760 Swedish clock hours worked out from the instants alone. */
function expected(year: number): Float64Array {
  const hours = new Float64Array(HOURS);
  const counts = new Float64Array(HOURS);
  for (const utcMs of instants(year)) {
    const { month, day, hour } = localHour(utcMs);
    if (month === 1 && day === 29) continue;
    const t = MONTH_START[month] + (day - 1) * 24 + hour;
    hours[t] += useAt(utcMs);
    counts[t]++;
  }
  return hours.map((kwh, t) => kwh / Math.max(1, counts[t]));
}

function assertYear(found: MeterYear, year: number): void {
  assert.equal(found.importKwh.length, HOURS);
  for (const [t, kwh] of expected(year).entries()) {
    assert.ok(Math.abs(found.importKwh[t] - kwh) < 1e-9, `hour ${t}: ${found.importKwh[t]}`);
  }
}

const notesOf = ({ notes }: MeterYear) => notes.map(({ note }) => note);

function problem(text: string): [MeterProblemReason, Record<string, string | number>] {
  try {
    readMeterFile(text);
  } catch (error) {
    assert.ok(error instanceof MeterProblem, String(error));
    return [error.reason, error.values];
  }
  return assert.fail('the file was read');
}

test('a grid company’s hours by the Swedish clock: 23 and 25 hours, the leap day out', () => {
  for (const year of [2023, 2024, 2025]) {
    const found = readMeterFile(gridFile(year, utcOffsetMs));
    assertYear(found, year);
    const leap = year === 2024 ? ['leapDay'] : [];
    assert.deepEqual(notesOf(found), [...leap, 'autumnHour']);
    assert.equal(found.exportKwh, null);
  }
});

test('winter time all year is found by the days when the clock changes, UTC when it is said', () => {
  const winter = readMeterFile(gridFile(2025, () => HOUR_MS));
  assertYear(winter, 2025);
  assert.deepEqual(notesOf(winter), ['winterTime', 'autumnHour']);
  assertYear(
    readMeterFile(
      gridFile(2025, () => 0),
      'utc',
    ),
    2025,
  );
});

test('Home Assistant’s energy CSV: UTC, two meters added, costs left alone, export apart', () => {
  const times = instants(2025);
  const line = (name: string, type: string, unit: string, of: (utcMs: number) => number) =>
    [name, type, unit, ...times.map(of)].join(',');
  const text = [
    `entity_id,type,unit,${times.map((ms) => new Date(ms).toISOString()).join(',')}`,
    line('sensor.low', 'grid_consumption', 'kWh', (ms) => useAt(ms) / 4),
    line('sensor.high', 'grid_consumption', 'Wh', (ms) => useAt(ms) * 750),
    line('sensor.low_cost', 'grid_consumption_cost', 'SEK', () => 99),
    line('sensor.sold', 'grid_return', 'kWh', (ms) => useAt(ms) * 2),
  ].join('\n');
  const found = readMeterFile(text);
  assertYear(found, 2025);
  const hours = expected(2025);
  assert.ok(found.exportKwh?.every((kwh, t) => Math.abs(kwh - 2 * hours[t]) < 1e-9));
});

test('quarters are summed, with an offset, date and time apart, Wh and quotes', () => {
  const quarters = instants(2025).flatMap((ms) => [0, 1, 2, 3].map((q) => ms + (q * HOUR_MS) / 4));
  const hourOf = (ms: number) => ms - (ms % HOUR_MS);
  const lines = quarters.map((ms) => {
    const text = clockText(ms, utcOffsetMs(ms));
    const ahead = utcOffsetMs(ms) === HOUR_MS ? '+01:00' : '+02:00';
    return `"735999",${text.replace(' ', 'T')}${ahead},${useAt(hourOf(ms)) * 250}`;
  });
  const found = readMeterFile(['id,from,"Förbrukning, Wh"', ...lines].join('\n'));
  assertYear(found, 2025);
  assert.deepEqual(notesOf(found), ['quarters', 'autumnHour']);
  const apart = instants(2023).map((ms) => {
    const [date, clock] = clockText(ms, utcOffsetMs(ms)).split(' ');
    return `${date}\t${clock}-${clock}\t${useAt(ms)}`;
  });
  assertYear(readMeterFile(apart.join('\n')), 2023);
});

test('any 8760 values come back as they are, of a leap year without 29 February, as quarters summed', () => {
  const cells = fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 3, maxLength: 40 });
  fc.assert(
    fc.property(
      cells,
      fc.constantFrom('\n', ',', ';', '\t'),
      fc.constantFrom(1, 4),
      fc.boolean(),
      (few, separator, perHour, isLeap) => {
        const hours = isLeap ? HOURS + 24 : HOURS;
        const values = Array.from(
          { length: hours * perHour },
          (_, i) => few[(i * i + i) % few.length] / 100,
        );
        const { importKwh, notes } = readMeterFile(values.join(separator));
        assert.equal(importKwh.length, HOURS);
        for (const t of [0, 1415, 1416, 5000, 8759]) {
          const at = (isLeap && t >= 1416 ? t + 24 : t) * perHour;
          const sum = values.slice(at, at + perHour).reduce((all, kwh) => all + kwh, 0);
          assert.ok(Math.abs(importKwh[t] - sum) < 1e-9, `${t}`);
        }
        assert.equal(notes.length, Number(isLeap) + Number(perHour === 4));
      },
    ),
    { numRuns: 20 },
  );
});

test('import and export columns in either order, and energy below 0 of a net meter', () => {
  const lines = (head: string, of: (kwh: number) => string) =>
    [
      `Tid;${head}`,
      ...instants(2025).map((ms) => `${clockText(ms, utcOffsetMs(ms))};${of(useAt(ms))}`),
    ].join('\n');
  const hours = expected(2025);
  const exportFirst = readMeterFile(
    lines('Produktion;Pris;Uttag', (kwh) => `${kwh / 2};0,9;${kwh}`),
  );
  assertYear(exportFirst, 2025);
  assert.ok(exportFirst.exportKwh?.every((kwh, t) => Math.abs(kwh - hours[t] / 2) < 1e-9));
  const net = readMeterFile(lines('kWh', (kwh) => String(kwh - 0.5)));
  assert.ok(notesOf(net).includes('netExport'));
  for (const [t, kwh] of hours.entries()) {
    const used = kwh === 0 ? 0 : kwh - 0.5;
    assert.ok(Math.abs(net.importKwh[t] - Math.max(0, used)) < 1e-9, `${t}`);
    assert.ok(Math.abs((net.exportKwh?.[t] ?? 0) - Math.max(0, -used)) < 1e-9, `${t}`);
  }
});

test('a few missing hours have the day before; the newest of two years counts', () => {
  const all = gridFile(2025, utcOffsetMs).split('\r\n');
  const gap = [...all.slice(0, 4002), ...all.slice(4008)].join('\n');
  const found = readMeterFile(gap);
  assert.deepEqual(
    found.notes.find(({ note }) => note === 'filled'),
    { note: 'filled', count: 6 },
  );
  assert.ok(found.importKwh.every((kwh) => kwh >= 0));
  const both = `${gridFile(2024, utcOffsetMs)}\n${all.slice(2).join('\n')}`;
  const newest = readMeterFile(both);
  const hours = expected(2025);
  assert.ok([0, 1415, 1416, 5000, 8759].every((t) => newest.importKwh[t] === hours[t]));
  assert.ok(notesOf(newest).includes('latestYear'));
});

test('what cannot be read is told with what was found', () => {
  const hours = gridFile(2025, utcOffsetMs).split('\r\n');
  assert.deepEqual(problem(' \n'), ['empty', {}]);
  assert.deepEqual(problem('hello\nworld'), ['noTable', {}]);
  assert.deepEqual(problem('1\n2\n3'), ['valueCount', { count: 3 }]);
  assert.deepEqual(problem(hours.slice(0, 4000).join('\n'))[0], 'gaps');
  assert.deepEqual(problem(hours.toSpliced(100, 1, '2025-01-05 02:00;x1'.concat('')).join('\n')), [
    'badValue',
    { line: 101, found: 'x1' },
  ]);
  const days = Array.from({ length: 365 }, (_, day) => {
    return `${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)};12,5`;
  });
  assert.deepEqual(problem(days.join('\n')), ['longSteps', { minutes: 1440 }]);
  const counter = instants(2025).map((ms, i) => `${clockText(ms, HOUR_MS)};${40_000 + i}`);
  assert.equal(problem(counter.join('\n'))[0], 'meterReadings');
  assert.equal(problem([...hours, ...hours.slice(2)].join('\n'))[0], 'twice');
  assert.equal(
    problem('entity_id,type,unit,2025-01-01T00:00:00.000Z\na,gas,m3,1')[0],
    'noConsumption',
  );
});

test('any text is read or refused, never thrown at', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '2025-01-01 00:00',
      '2025-03-30',
      '01:00',
      '1,5',
      '-3',
      '',
      'kWh',
      '"',
      '[',
      'entity_id',
    ),
    fc.string({ maxLength: 6 }),
  );
  const text = fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 })
    .map((rows) => rows.map((row) => row.join(';')).join('\n'));
  fc.assert(
    fc.property(text, fc.constantFrom('auto', 'swedish', 'winter', 'utc'), (file, clock) => {
      try {
        assert.equal(readMeterFile(file, clock).importKwh.length, HOURS);
      } catch (error) {
        assert.ok(error instanceof MeterProblem, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});

test('numbers and times as files write them', () => {
  for (const [text, value] of [
    ['1,5', 1.5],
    ['1 234,5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1e-3', 0.001],
    ['-0.2', -0.2],
  ] as const) {
    assert.equal(readNumber(text), value, text);
  }
  const at = (text: string) =>
    new Date(readTime(text)?.clockMs ?? Number.NaN).toISOString().slice(0, 16);
  assert.equal(at('2025-03-30 02:00 - 03:00'), '2025-03-30T02:00');
  assert.equal(at('30.03.2025 02:15'), '2025-03-30T02:15');
  assert.equal(at('20250330 0200'), '2025-03-30T02:00');
  assert.equal(at('2025-03-30 24:00'), '2025-03-31T00:00');
  assert.equal(readTime('2025-03-30T02:00:00.000Z')?.offsetMin, 0);
  assert.equal(readTime('2025-03-30T02:00:00+0200')?.offsetMin, 120);
  assert.equal(readTime('735999123')?.clockMs, undefined);
});
