/** How dates and numbers are written: what a file shows, what a person sets, and lines that cannot be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from 'd3-array';
import { meterAnswers } from '../../pages/explorer/meter/meter-answer.ts';
import { NO_CHOICES } from './columns/choices.ts';
import {
  assertHours,
  BOUGHT,
  boughtAt,
  fileOf,
  sum,
  timedLines,
  writeClock,
  YEAR,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

/** A day's file, with dates as 04/13/2025. @param hours of the day */
function american(day: string, hours: readonly number[]): string {
  const [year, month, date] = day.split('-');
  const rows = hours.map(
    (ms) => `${month}/${date}/${year} ${writeClock(ms).slice(11)},${bought(ms)}`,
  );
  return ['Time,kWh', ...rows].join('\n');
}

test('a file with ambiguous dates is read in the order of the other files', async () => {
  const days = group(YEAR, (ms) => writeClock(ms).slice(0, 10));
  const files = Array.from(days, ([day, hours]) => fileOf(american(day, hours), `${day}.csv`));
  const { kwh, questions } = await readMeter(files, null);
  assert.deepEqual(questions, []);
  assertBought(kwh);
});

test('order of dates and decimal sign can be changed, and changed back after an error', async () => {
  const answer = meterAnswers();
  const rows = YEAR.map((ms) => {
    const [year, month, date] = writeClock(ms).slice(0, 10).split('-');
    return `${date}/${month}/${year} ${writeClock(ms).slice(11)};${(1000 + boughtAt(ms)).toFixed(3).replace('.', ',')}`;
  });
  const files = [new File([['Tid;Förbrukning (Wh)', ...rows].join('\n')], 'meter.csv')];
  const ask = (choices: object) =>
    answer({ files: null, roof: null, choices: { ...NO_CHOICES, ...choices } });
  const first = await answer({ files, roof: null, choices: NO_CHOICES });
  assert.equal(first.writing?.order, 'dmy');
  assert.equal(first.writing?.decimal, ',');
  const other = await ask({ order: 'mdy' });
  assert.equal(other.problem?.code, 'gaps');
  assert.equal(other.writing?.order, 'mdy');
  assert.equal((await ask({ order: 'dmy' })).problem, null);
  const points = await ask({ decimal: '.' });
  assert.equal(points.writing?.decimal, '.');
  const part = sum(points.year?.kwh ?? []) / sum(first.year?.kwh ?? []);
  assert.ok(Math.abs(part - 1000) < 1e-6, `${part}`);
});

test('lines without a readable time or number are reported and ignored', async () => {
  const rows = timedLines('Tid;kWh', bought).split('\n');
  rows[101] = rows[101].replace('2025-01-05 04:00', '2025-01-35 04:00');
  rows[201] = rows[201].replace(/^[^;]+/, 'okänd');
  rows[301] = rows[301].replace(/[^;]+$/, '1e999');
  rows.splice(745, 0, 'Summa januari;900.5');
  const file = fileOf([...rows, 'Summa;10588'].join('\n'));
  const { notes, kwh, gaps } = await readMeter([file], null);
  const [{ values }, ...others] = notes.filter(({ code }) => code === 'badTimes');
  assert.deepEqual(others, []);
  assert.deepEqual(values, {
    count: 3,
    table: 'file.csv',
    lines: '102 (”2025-01-35 04:00”), 202 (”okänd”), 746 (”Summa januari”)',
  });
  const cell = { column: 'kWh', count: 1, line: 302, found: '1e999' };
  assert.deepEqual(
    notes.find(({ code }) => code === 'badCells'),
    { code: 'badCells', values: cell },
  );
  const missing = [100, 200, 300].map((from) => ({ from, to: from + 1, hours: 1 }));
  assert.deepEqual(gaps, missing);
  assert.ok(Math.abs(sum(kwh) / sum(BOUGHT) - 1) < 0.001);
});

const bought = (ms: number) => boughtAt(ms).toFixed(4);
const assertBought = (kwh: Float64Array) => assertHours(kwh, BOUGHT, 'bought', { most: 2 });

test('a date may be written once for the hours of its day', async () => {
  let last = '';
  const rows = YEAR.map((ms) => {
    const [date, clock] = writeClock(ms).split(' ');
    const cell = date === last ? '' : date;
    last = date;
    return `${cell};${clock};${bought(ms)}`;
  });
  const file = fileOf(['Datum;Timme;kWh', ...rows].join('\n'));
  const { kwh, questions } = await readMeter([file], null);
  assert.deepEqual(questions, []);
  assertBought(kwh);
});

test('the hour that autumn repeats may be 02A and 02B', async () => {
  const seen = new Set<string>();
  const rows = YEAR.map((ms) => {
    const [date, clock] = writeClock(ms).split(' ');
    const hour = clock.slice(0, 2);
    const letter = `${date}${hour}` === '2025-10-2602' ? (seen.has(hour) ? 'B' : 'A') : '';
    if (letter) seen.add(hour);
    return `${date};${hour}${letter};${bought(ms)}`;
  });
  const { kwh, notes } = await readMeter([fileOf(['Datum;Timme;kWh', ...rows].join('\n'))], null);
  assert.deepEqual(notes, []);
  assertBought(kwh);
});

test('monthly totals next to hours are ignored', async () => {
  const months = Array.from(
    { length: 12 },
    (_, m) => `2025-${String(m + 1).padStart(2, '0')}-01;900`,
  );
  const hours = timedLines('Tid;kWh', bought, YEAR.toReversed());
  const files = [['Tid;kWh', ...months].join('\n'), hours].map((text, i) =>
    fileOf(text, `${i}.csv`),
  );
  const { kwh, questions } = await readMeter(files, null);
  assert.deepEqual(questions, []);
  assertBought(kwh);
});
