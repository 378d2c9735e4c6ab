/** Logs of a roof whose sun is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { NO_CHOICES } from './columns/choices.ts';
import { MeterProblem } from './files/problem.ts';
import {
  assertHours,
  clockHours,
  type Energy,
  fileOf,
  sunAt,
  writeClock,
  YEAR,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

const SUN = clockHours(sunAt, YEAR);
const ROOF = { calculatedKwh: SUN, kwp: 5 };
const logAt: Energy = (ms) => 0.9 * sunAt(ms);
const LOG = clockHours(logAt, YEAR);

const read = (text: string) => readMeter([fileOf(text)], ROOF, NO_CHOICES);
const codesOf = (messages: readonly { code: string }[]) => messages.map(({ code }) => code);

function log(
  of: (utcMs: number) => string,
  energy: Energy = logAt,
  head = 'Tid;Produktion (kWh)',
  hours = YEAR,
) {
  return [head, ...hours.map((ms) => `${of(ms)};${energy(ms).toFixed(5)}`)].join('\n');
}

const assertLog = (kwh: Float64Array) => assertHours(kwh, LOG, 'produced');

async function problem(text: string): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    assert.ok(error instanceof MeterProblem, String(error));
    return error.translatable.code;
  }
  return 'read';
}

test('clock and end of the step are detected from the sun: Swedish time, winter time, UTC', async () => {
  for (const aheadOf of [utcOffsetMs, () => HOUR_MS, () => 0]) {
    assertLog((await read(log((ms) => writeClock(ms, aheadOf(ms))))).kwh);
  }
  const named = log((ms) => writeClock(ms + HOUR_MS), logAt, 'Slut;Produktion (kWh)');
  assertLog((await read(named)).kwh);
  const ends = await read(
    log((ms) => `${new Date(ms + HOUR_MS).toISOString()}`, logAt, 'Stamp;Produktion (kWh)'),
  );
  assert.equal(ends.stamp, 'end');
  assertLog(ends.kwh);
});

test('missing lines at night are an inverter asleep, missing lines by day are gaps', async () => {
  const awake = YEAR.filter((ms) => sunAt(ms) > 0);
  const found = await read(log((ms) => writeClock(ms), logAt, 'Tid;Produktion', awake));
  assertLog(found.kwh);
  assert.ok(codesOf(found.notes).includes('asleep'));
  const half = awake.filter((ms) => writeClock(ms) > '2025-06-01');
  assert.equal(await problem(log((ms) => writeClock(ms), logAt, 'Tid;Produktion', half)), 'gaps');
});

test("production at night is a question, and the inverter's own use is ignored", async () => {
  const battery = await read(
    log(
      (ms) => writeClock(ms),
      (ms) => logAt(ms) + (sunAt(ms) === 0 ? 0.2 : 0),
    ),
  );
  assert.deepEqual(codesOf(battery.questions), ['nightSun']);
  const own = await read(
    log(
      (ms) => writeClock(ms),
      (ms) => (sunAt(ms) === 0 ? -0.01 : logAt(ms)),
    ),
  );
  assertLog(own.kwh);
  assert.ok(codesOf(own.notes).includes('ownUse'));
});

test('inverters are summed without their total, and power is preferred to counters', async () => {
  const rows = (of: (ms: number) => string[], head: string) =>
    [head, ...YEAR.map((ms) => [writeClock(ms), ...of(ms)].join(';'))].join('\n');
  const part = (share: number) => (ms: number) => (share * logAt(ms)).toFixed(5);
  const [east, west, all] = [0.6, 0.4, 1].map(part);
  assertLog(
    (
      await read(
        rows(
          (ms) => [east(ms), west(ms), all(ms)],
          'Tid;Tak öst (kWh);Tak väst (kWh);Totalt (kWh)',
        ),
      )
    ).kwh,
  );
  assertLog(
    (await read(rows((ms) => ['7', all(ms)], 'Tid;Specific yield (kWh/kWp);Energy (kWh)'))).kwh,
  );
  let total = 8000;
  const beside = rows((ms) => {
    total += logAt(ms);
    return [(1000 * logAt(ms)).toFixed(2), '231', total.toFixed(4)];
  }, 'Tid;PV power (W);Voltage (V);Total yield (kWh)');
  assertLog((await read(beside)).kwh);
});

test('a file of something else gives an error that names the reason', async () => {
  assert.equal(
    await problem(log((ms) => writeClock(ms), logAt, 'Tid;Förbrukning (kWh)')),
    'noProduction',
  );
  assert.equal(
    await problem(log((ms) => writeClock(ms), logAt, 'Tid;Inmatad produktion till nät (kWh)')),
    'onlySold',
  );
  assert.equal(await problem(Array(HOURS).fill(0).join('\n')), 'noSun');
  const days = YEAR.filter((ms) => writeClock(ms).endsWith('00:00'));
  assert.equal(
    await problem(
      log(
        (ms) => writeClock(ms),
        () => 9,
        'Datum;Produktion',
        days,
      ),
    ),
    'dayTotals',
  );
});
