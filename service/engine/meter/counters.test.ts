/** Meter readings of several registers, and columns that look like them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#clock/stockholm-time.ts';
import {
  assertHouse,
  boughtAt,
  comma,
  type Energy,
  fileOf,
  lines,
  soldAt,
  timedLines,
  writeClock,
  YEAR,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

const isDay = (ms: number) => /^(0[7-9]|1\d|2[0-2])/.test(writeClock(ms).slice(11));
const part =
  (energy: Energy, ofDay: boolean): Energy =>
  (ms) =>
    isDay(ms) === ofDay ? energy(ms) : 0;

/** The reading at the end of each hour. */
function readings(energy: Energy, start: number): (utcMs: number) => number {
  const at = new Map<number, number>();
  let reading = start;
  for (const ms of YEAR) {
    reading += energy(ms);
    at.set(ms, reading);
  }
  return (ms) => at.get(ms) ?? 0;
}

const day = readings(part(boughtAt, true), 5001.2);
const night = readings(part(boughtAt, false), 8000.5);
const soldByDay = readings(soldAt, 30);

function file(head: string, cells: ((ms: number) => string)[]) {
  const row = (ms: number) => [writeClock(ms + HOUR_MS), ...cells.map((cell) => cell(ms))];
  return fileOf(lines(head, (ms) => row(ms).join(';')));
}

const registers = [(ms: number) => comma(day(ms)), (ms: number) => comma(night(ms))];

const FOUR = file('Datum;Afname T1;Afname T2;Teruglevering T1;Teruglevering T2', [
  ...registers,
  () => '20,000',
  (ms) => comma(soldByDay(ms)),
]);

/** Files with what a house bought, by what is special about them. */
const FILES = {
  'two tariffs without another name': file(
    'Tid;Mätarställning dag (kWh);Mätarställning natt (kWh)',
    registers,
  ),
  'two tariffs and their total, by OBIS codes': file('Tid;1.8.0;1.8.1;1.8.2', [
    (ms) => comma(day(ms) + night(ms)),
    ...registers,
  ]),
  'four registers of which one never moves': FOUR,
  'two tariffs, and what was sold before and never in the year': file(
    'Time;Delivered Normal Tariff;Delivered Low Tariff;Returned Normal Tariff;Returned Low Tariff',
    [...registers, () => '100,000', () => '50,000'],
  ),
  'Home Assistant’s statistics: starts of hours, a state and a sum': fileOf(
    lines('id,created_ts,metadata_id,start_ts,mean,min,max,state,sum', (ms, i) => {
      const reading = day(ms) + night(ms);
      return `${i},${(ms + HOUR_MS) / 1000 + 10.3},17,${ms / 1000}.0,,,,${reading},${reading - 7000}`;
    }),
  ),
  'numbers of a meter and of a product next to energies, a unit in its own column': fileOf(
    timedLines(
      'Tid;Mätpunkt;Produkt;Enhet;Mängd',
      (ms) => `643006966012345678;8716867000030;kWh;${comma(boughtAt(ms))}`,
    ),
  ),
};

for (const [name, file] of Object.entries(FILES)) {
  test(name, async () => {
    const found = await readMeter([file], null);
    assert.deepEqual(found.questions, []);
    assertHouse(found, file === FOUR);
  });
}
