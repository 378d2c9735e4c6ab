/** Logs of a roof whose sun is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import {
  assertHours,
  clockHours,
  codesOf,
  type Energy,
  fileOf,
  lines,
  reported,
  sunAt,
  timedLines,
  writeClock,
  YEAR,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

const SUN = clockHours(sunAt, YEAR);
const ROOF = { calculatedKwh: SUN, kwp: 5 };
const logAt: Energy = (ms) => 0.9 * sunAt(ms);
const LOG = clockHours(logAt, YEAR);

const read = (text: string) => readMeter([fileOf(text)], ROOF);

/** A log by the Swedish clock. */
function log({ head = 'Tid;Produktion (kWh)', energy = logAt, hours = YEAR }): string {
  return timedLines(head, (ms) => energy(ms).toFixed(5), hours);
}

/** A log by another clock. */
function logBy(clock: (utcMs: number) => string, head = 'Tid;Produktion (kWh)'): string {
  return lines(head, (ms) => `${clock(ms)};${logAt(ms).toFixed(5)}`);
}

const assertLog = (kwh: Float64Array) => assertHours(kwh, LOG, 'produced');

test('clock and end of the step are detected from the sun: Swedish time, winter time, UTC', async () => {
  for (const aheadOf of [utcOffsetMs, () => HOUR_MS, () => 0])
    assertLog((await read(logBy((ms) => writeClock(ms, aheadOf(ms))))).kwh);
  const named = logBy((ms) => writeClock(ms + HOUR_MS), 'Slut;Produktion (kWh)');
  assertLog((await read(named)).kwh);
  const stamps = logBy((ms) => new Date(ms + HOUR_MS).toISOString(), 'Stamp;Produktion (kWh)');
  const ends = await read(stamps);
  assert.equal(ends.stamp, 'end');
  assertLog(ends.kwh);
});

test('missing lines at night are an inverter asleep, missing lines by day are gaps', async () => {
  const awake = YEAR.filter((ms) => sunAt(ms) > 0);
  const found = await read(log({ hours: awake }));
  assertLog(found.kwh);
  assert.ok(codesOf(found.notes).includes('asleep'));
  const half = awake.filter((ms) => writeClock(ms) > '2025-06-01');
  assert.deepEqual(await reported(read(log({ hours: half }))), ['gaps']);
});

test("production at night is a question, and the inverter's own use is ignored", async () => {
  const atNight = (kwh: number) => (ms: number) => (sunAt(ms) === 0 ? kwh : logAt(ms));
  assert.deepEqual(await reported(read(log({ energy: atNight(0.2) }))), ['nightSun']);
  const own = await read(log({ energy: atNight(-0.01) }));
  assertLog(own.kwh);
  assert.ok(codesOf(own.notes).includes('ownUse'));
});

test('inverters are summed without their total, and power is preferred to counters', async () => {
  const part = (share: number) => (ms: number) => (share * logAt(ms)).toFixed(5);
  const [east, west, all] = [0.6, 0.4, 1].map(part);
  let total = 8000;
  const counted = (ms: number) => {
    total += logAt(ms);
    return `${(1000 * logAt(ms)).toFixed(2)};231;${total.toFixed(4)}`;
  };
  for (const [head, cells] of [
    [
      'Tid;Tak öst (kWh);Tak väst (kWh);Totalt (kWh)',
      (ms: number) => `${east(ms)};${west(ms)};${all(ms)}`,
    ],
    ['Tid;Specific yield (kWh/kWp);Energy (kWh)', (ms: number) => `7;${all(ms)}`],
    ['Tid;PV power (W);Voltage (V);Total yield (kWh)', counted],
  ] as const)
    assertLog((await read(timedLines(head, cells))).kwh);
});

test('a file of something else gives an error that names the reason', async () => {
  const days = YEAR.filter((ms) => writeClock(ms).endsWith('00:00'));
  for (const [code, text] of [
    ['noProduction', log({ head: 'Tid;Förbrukning (kWh)' })],
    ['onlySold', log({ head: 'Tid;Inmatad produktion till nät (kWh)' })],
    ['noSun', Array(HOURS).fill(0).join('\n')],
    ['dayTotals', log({ head: 'Datum;Produktion', energy: () => 9, hours: days })],
  ])
    assert.deepEqual(await reported(read(text)), [code]);
});
