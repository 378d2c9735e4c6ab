import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, hoursInYear, localYearStartMs, utcOffsetMs } from '#common/stockholm-time.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import { MeterProblem } from './meter-table.ts';
import { type RoofLog, readRoofFile } from './roof-file.ts';

const YEAR = 2025;

/** The hours of the year in Sweden, ms UTC. */
const INSTANTS = Array.from(
  { length: hoursInYear(YEAR) },
  (_, i) => localYearStartMs(YEAR) + i * HOUR_MS,
);

/** Sun of a place in Sweden: highest when UTC is 11, from 7 hours of it in winter to 17 in summer. */
function sunAt(utcMs: number): number {
  const hour = ((utcMs / HOUR_MS) % 24) + 0.5;
  const day = (utcMs - Date.UTC(YEAR, 0, 1)) / (24 * HOUR_MS);
  const season = Math.cos((2 * Math.PI * (day - 172)) / 365);
  return Math.max(0, Math.cos((Math.PI * (hour - 11)) / 12) - 0.3 + 0.35 * season);
}

/** The sun by the Swedish clock: spring's hour is 0, autumn's the mean of its two, both at night. */
const RECKONED = new Float64Array(HOURS);
for (const [i, utcMs] of INSTANTS.entries()) {
  const moved = (utcOffsetMs(utcMs) - HOUR_MS) / HOUR_MS;
  if (i + moved < HOURS) RECKONED[i + moved] = sunAt(utcMs);
}

const text = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
const decimal = (kwh: number) => kwh.toFixed(6).replace('.', ',');

/** An inverter's file of a roof that gives 0.9 of the reckoned, by the clock that it keeps. */
function logFile(offsetOf: (utcMs: number) => number, head = 'Tid;Produktion (kWh)'): string {
  const lines = INSTANTS.map((ms) => `${text(ms + offsetOf(ms))};${decimal(0.9 * sunAt(ms))}`);
  return [head, ...lines].join('\n');
}

function assertLog({ kwh }: RoofLog): void {
  assert.equal(kwh.length, HOURS);
  for (const [t, found] of kwh.entries()) {
    assert.ok(Math.abs(found - 0.9 * RECKONED[t]) < 1e-5, `hour ${t}: ${found}, ${RECKONED[t]}`);
  }
}

const notesOf = ({ notes }: RoofLog) => notes.map(({ note }) => note);

function problem(file: string): MeterProblem {
  try {
    readRoofFile(file, RECKONED);
  } catch (error) {
    assert.ok(error instanceof MeterProblem, String(error));
    return error;
  }
  return assert.fail('the file was read');
}

test('the sun tells the clock: Swedish time, winter time all year, UTC', () => {
  for (const [offsetOf, note] of [
    [utcOffsetMs, []],
    [() => HOUR_MS, ['sunWinter']],
    [() => 0, ['sunUtc']],
  ] as const) {
    const found = readRoofFile(logFile(offsetOf), RECKONED);
    assertLog(found);
    const own = notesOf(found).filter((name) => name !== 'autumnHour');
    assert.deepEqual(own, note);
  }
});

test('a clock that is said is taken; the same file is then an hour off in summer', () => {
  const { kwh } = readRoofFile(
    logFile(() => HOUR_MS),
    RECKONED,
    'swedish',
  );
  assert.ok(Math.abs(kwh[12] - 0.9 * RECKONED[12]) < 1e-5);
  assert.ok(Math.abs(kwh[4212] - 0.9 * RECKONED[4213]) < 1e-5);
});

test('an inverter that sleeps at night writes no line then; a week without lines by day is refused', () => {
  const lines = logFile(utcOffsetMs).split('\n');
  const awake = lines.filter((line) => !line.endsWith(';0,000000'));
  assert.ok(awake.length < 6000);
  const found = readRoofFile(awake.join('\n'), RECKONED);
  assertLog(found);
  assert.ok(notesOf(found).includes('asleep'));
  const gap = problem([...awake.slice(0, 2000), ...awake.slice(2120)].join('\n'));
  assert.equal(gap.reason, 'gaps');
  assert.ok(Number(gap.values.count) >= 110, JSON.stringify(gap.values));
});

test('quarters in Wh with an offset, energies below 0 at night, days on which the clock changes', () => {
  const lines = INSTANTS.flatMap((ms) =>
    [0, 1, 2, 3].map((quarter) => {
      const at = ms + (quarter * HOUR_MS) / 4;
      const wh = sunAt(ms) > 0 ? 225 * sunAt(ms) : -1;
      return `${text(at + utcOffsetMs(at)).replace(' ', 'T')}+0${utcOffsetMs(at) / HOUR_MS}:00,${wh}`;
    }),
  );
  const found = readRoofFile(['time,PV yield (Wh)', ...lines].join('\n'), RECKONED);
  assertLog(found);
  assert.deepEqual(notesOf(found), ['quarters', 'autumnHour', 'ownUse']);
});

test('production is found among other columns, and in Home Assistant’s energy CSV', () => {
  const lines = INSTANTS.map((ms) => {
    const kwh = decimal(0.9 * sunAt(ms));
    return `${text(ms + utcOffsetMs(ms))};1,5;${kwh};0,2`;
  });
  const head = 'Tid;Förbrukning (kWh);Producerad energi (kWh);Batteri';
  assertLog(readRoofFile([head, ...lines].join('\n'), RECKONED));
  const times = INSTANTS.map((ms) => new Date(ms).toISOString());
  const row = (type: string, of: (ms: number) => number) =>
    ['sensor.x', type, 'kWh', ...INSTANTS.map(of)].join(',');
  const energy = [
    ['entity_id', 'type', 'unit', ...times].join(','),
    row('grid_consumption', () => 1),
    row('solar_production', (ms) => 0.9 * sunAt(ms)),
  ];
  assertLog(readRoofFile(energy.join('\n'), RECKONED));
  assert.equal(problem(energy.slice(0, 2).join('\n')).reason, 'noProduction');
});

test('a file of something else is refused by what is wrong with it', () => {
  const others = logFile(utcOffsetMs, 'Tid;Förbrukning (kWh)');
  assert.equal(problem(others).reason, 'noProduction');
  const two = logFile(utcOffsetMs, 'Tid;A;B').replaceAll(/;([\d,]+)$/gm, ';1;$1');
  assert.equal(problem(two).reason, 'noProduction');
  assert.equal(problem('').reason, 'empty');
  assert.deepEqual(problem('1\n2').values, { count: 2 });
  assert.equal(problem(logFile(utcOffsetMs).split('\n').slice(0, 3000).join('\n')).reason, 'gaps');
  const days = Array.from({ length: 365 }, (_, day) => `${text(Date.UTC(YEAR, 0, 1 + day))};9`);
  assert.equal(problem(['Tid;Produktion', ...days].join('\n')).reason, 'longSteps');
  const counter = INSTANTS.map((ms, i) => `${text(ms + HOUR_MS)};${100 + i}`);
  assert.equal(problem(['Tid;Produktion', ...counter].join('\n')).reason, 'meterReadings');
});
